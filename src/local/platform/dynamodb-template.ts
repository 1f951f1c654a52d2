/**
 * The file with which a new database starts.
 *
 * The embedded database keeps every stream record for ever, and reads all of them to find the next sequence number and
 * the records after a given one. Measured with 1 KB items, a write took 0.5 ms at first, 3.6 ms after 10,000 writes and
 * 7.3 ms after 20,000. The two indexes below keep it at 0.5 ms. The trigger deletes records after 24 hours, as DynamoDB
 * does, but keeps the newest thousand of a table, because the numbering continues from the newest record.
 *
 * It is an empty database of version 1.2.1 (`dynoxide serve --db-path t.db`, stopped immediately), plus
 *
 *   CREATE INDEX local_stream_by_table ON _stream_records(table_name, CAST(sequence_number AS INTEGER));
 *   CREATE INDEX local_stream_by_shard ON _stream_records(table_name, shard_id, CAST(sequence_number AS INTEGER));
 *   CREATE TRIGGER local_stream_retention AFTER INSERT ON _stream_records BEGIN
 *     DELETE FROM _stream_records WHERE id IN (SELECT id FROM _stream_records ORDER BY id LIMIT 4)
 *     AND created_at < NEW.created_at - 86400
 *     AND CAST(sequence_number AS INTEGER) <= (SELECT MAX(CAST(newest.sequence_number AS INTEGER))
 *       FROM _stream_records AS newest WHERE newest.table_name = _stream_records.table_name) - 1000;
 *   END;
 *   PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE; VACUUM;
 *
 * by the sqlite3 command, then `gzip -9n | base64`.
 */
import { gunzipSync } from 'node:zlib';

/** The only version with which the template works. Any other version starts with an empty file and is slower. */
export const TEMPLATE_VERSION = '1.2.1';

export function templateBytes(): Buffer {
  return gunzipSync(Buffer.from(TEMPLATE, 'base64'));
}

const TEMPLATE =
  'H4sIAAAAAAACA+3aTW/iRhgHcHsJ4aXasq0qRVWkam4LSjYl6vZl1Y1UJ0xSVHCyxtkNJ8vYE+LW2IltaHNEK3WP/Tj9DP0uVdtjjx2/kIAxkF' +
  'wqbfT/KSgYP/P48cx4wCSdVy0rYOTc9QZ6QL4QngiiKHxHiCAIef4oCbcK/LE2tS0Kq+WFHUN8XPlXKOX/ESp7lT8++LLyYUkq/l08K/zOXwIA' +
  'gP/J20apsPliq/jr54Fn9fvMs11DtzU/8Jg+0DwWMCewXOf2BcP1TP9AoZJKiao0j46oQrLbEOlQ5TubcocqKjmWSSoJ2adHTblMGrRFebJD5b' +
  'g9F/Lme6pQYpk8C6l2eOCBGm5lxh4rDX64/W4Y0Gq2myp5XisTSW4Qg8cFzNT4O9pLItM3O1MvPCPffPW8Xo8DD6SOWvXZ1ZA5BtOc4aDHPCJ1' +
  '+NFVyk+0Rl7u3ZTRls6qUbzDfmZ+sLOkWS27YB4Rt01OM0kU6D2bZ9EHjOyl20ztrPHSd+v1+rdlKjfGnxULG19vieO+5Zjsl5kB6V1r/oXuma' +
  'lUpWQQm3KDnpHMFhmDVr0tYJvEaS1ze2XH1cafFOICO5kFxllnD1VcWmDUYlWBK8s6WV/f2NoSu1Ej/8rmn320SXxqszCZ9NJ+i5LUzmp0PL5V' +
  'e3uVL4Qp332adU6pzfWZnOn5US2TlOhCiEonJ0qzLSld8gPtEulUPW7KPFebyur2XKupCaXSM5XIx/xx2mrNR7IRv3TvFPkTu/a1H31+la8I5J' +
  'NaswZ6P844v9+1zaX706O34nCTKbkqbmoFmPTo4uChzzyeM1zWguso80xI7d3rXGFjc1P8LRd3dTybkl9rs2Mcv5gxtulRmhrgzO7XfOOCDfRV' +
  'J6oHfGHvDflcNdm55VjhyuyvatT3rbnw+Sj7TlHJpGZOeH6387dBD6XTlkrqC1uMLD51gutLtjyxrfeYvSAkCGztpgOWxNyjuHtNnMkSoAfDVJ' +
  '/fHOKpdKA2X9On8417lm1bTl8buGYyJW7anEhd7YQqmkJfndKOmtH40nNHls+HhZcaXHjusH9xOQwWdYHeXzh6Pq//khnWuWXo0bv6ohThmRq2' +
  '7i/KZDKbRR8leGkBM6Kn9+h3Hm3y6e7c6XTCWpI1YH73iB/c5ddz+D40N39nL+xna+sb0qYoRLHJkq8PAzduO7nOd5Mn+XFJjNaBsZV0h+ucW/' +
  '3k16PZdSB+MWMd4Jf2HRaAkW4PU4t0qvRHS0tPSttNnuT4R8Fi+HnwcXgjX/lT4D8AAAAAAAAA8AB8LOZqlfhbRG3EvPDbohfl6P7/L4H/AAAA' +
  'AAAAAMCD8FGuVpr9AiD8+7/wBD0DAAAAAAAA8JCVcf8PAAAAAAAA8ODh7/8AAAAAAAAAuP8HAAAAAAAAgPcf/v8fAAAAAAAAAPf/AAAAAAAAAP' +
  'D++w/kLT06AJAAAA==';
