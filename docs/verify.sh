#!/bin/sh
# In the folder of the proof:  sh YOUR/COPY/OF/verify.sh [ALLOWED_SIGNERS [TIME]]
# Exit 0: every turn is signed. 1: something does not hold. 2: a turn has no signature. A proof can hold an edited script: run yours.
# ALLOWED_SIGNERS: a copy that you keep; the one in this folder proves nothing about whose keys they are.
# TIME: YYYYMMDDHHMMSSZ at which the keys must have been valid. Without it, a key that was removed since is not valid.
set -euf; signers=${1:-allowed_signers} when=${2:+-Overify-time=$2}
bad() { echo "bad: $1" >&2; exit 1; }
read_text() { IFS= read -r value <"$1" || :
  case $value in *"\"$2\":\""*'"'*) value=${value##*"\"$2\":\""} value=${value%%'"'*} ;; *) value='' ;; esac
  case $value in *[!A-Za-z0-9:._@+-]*) value='' ;; esac; }
text() { read_text "$@"; echo "$value"; }
number() { sed -n "s/.*\"$2\":\([0-9][0-9]*\).*/\1/p" "$1"; }
list() { sed -n "s/.*\"$2\":\[\([^]]*\)\].*/\1/p" "$1" | tr -s '", ' '\n\n!'; } # A space in a text does not divide it.
sha() { if command -v sha256sum >/dev/null; then set -- $(sha256sum); else set -- $(openssl dgst -sha256 -r); fi; echo "sha256:$1"; }
bytes() { sed '/^-----.*-----$/d' "$1" | base64 -d 2>/dev/null || sed '/^-----.*-----$/d' "$1" | openssl base64 -d; }
framed() {
  case $(bytes "$1.sig" | LC_ALL=C tr -cd '!-~') in
    *'"topOrigin":'* | *'"crossOrigin":'[!f]*) bad "$1 was signed in a frame of another page" ;; SSHSIG*) ;; *) bad "$1.sig cannot be read" ;;
  esac
}
signed() { ssh-keygen -Y verify -q $when -f "$signers" -I "$2" -n "$3" -s "$1.sig" <"$1" >/dev/null 2>&1 || bad "$1 is not signed by a key of $2 that was valid"; framed "$1"; }
same() { for name in $2; do read_text verdict.json $name; verdict=$value; read_text "$1" $name; [ "$value" = "$verdict" ] || bad "$1 is of another $name"; done; }
[ -f verdict.json ] || bad "there is no verdict.json here: run this in the folder of the proof"
signed verdict.json service verdict@ras
[ "$(sha <policy.json)" = "$(text verdict.json digest)" ] || bad "policy.json is another policy"
[ "$({ printf 'service.operation.v1\0'; cat operation.json; } | sha)" = "$(text verdict.json operation_hash)" ] || bad "operation.json is another operation"
for file in display.json shown.txt; do [ "$([ ! -f $file ] || sha <$file)" = "$(text verdict.json "${file%.*}")" ] || bad "$file is not what the verdict says was shown"; done
outcome=$(text verdict.json outcome) seats=$(list policy.json seats) who='' count=0 round=''
set -- $(list policy.json requires); [ $# -le 4 ] || bad "policy.json has $# requirements, and a policy can have at most 4"
case $(number policy.json v) in 1) end='' ;; 2) end=':*' ;; *) bad "policy.json has another version" ;; esac
groups() { groups=''; for seat in $seats; do [ "${seat%$end}" != "$1" ] || groups="+${seat##*:}+"; done; }
case $outcome in authorized) decision=authorize ;; denied) decision=refuse ;; *) decision=abort ;; esac
for hash in $(list verdict.json turns); do
  count=$((count + 1)); turn=$(printf 'turn-%02d.json' $count)
  [ -f "$turn" ] || bad "$turn is missing"; by=$(text "$turn" operator)
  signed "$turn" "$by" turn@ras; same "$turn" 'org request operation_hash digest display shown'
  [ "$(text "$turn" decision)" = $decision ] || bad "$turn is another decision"
  [ "$(number "$turn" round)" = "${round:=$(number "$turn" round)}" ] || bad "$turn is of another round"
  [ "$(sha <"$turn")" = "$hash" ] || bad "$turn is not turn $count of the verdict"
  groups "$by"; [ -n "$groups" ] || bad "$by was not asked"
  case " $who " in *" $by "*) bad "$by is counted twice" ;; *) who="$who $by" ;; esac
done
[ "$(ls | grep -c '^turn-.*\.json$')" = $count ] || bad "there are other turns than those of the verdict"
echo "$outcome: $(text verdict.json request), $(text verdict.json operation_hash), policy version $(number policy.json version), quorum $(number policy.json quorum), signed by:$who"
if [ -f execution.json ]; then
  by=$(ssh-keygen -Y find-principals $when -f "$signers" -s execution.json.sig 2>/dev/null | head -n 1)
  signed execution.json "${by:-a worker}" worker@ras; same execution.json 'request operation_hash'
  echo "run: $(text execution.json status), reported by $by"
fi
[ ! "$signers" -ef allowed_signers ] || echo "the keys are those that came with the proof: give ALLOWED_SIGNERS, a copy that you keep"
# One operator counts for one requirement. So for every subset of the requirements, its groups need as many operators as keys.
subset=0 missing=''; subsets=$((1 << $#))
while [ "$outcome" = authorized ] && subset=$((subset + 1)) && [ $subset -lt $subsets ]; do bit=1 keys=0 of='' have=0
  for one in "$@"; do [ $((subset & bit)) = 0 ] || { keys=$((keys + ${one##*:})); of="$of ${one%:*}"; }; bit=$((bit * 2)); done
  for by in $who; do groups "$by"; for group in $of; do case $groups in *"+$group+"*) have=$((have + 1)); break ;; esac; done; done
  [ $have -ge $keys ] || missing="$have of $keys signatures of$of"
done
[ $count -ge "$(number policy.json quorum)" ] || missing="$count signatures are fewer than the quorum"
[ "$outcome" != authorized ] || [ -z "$missing" ] || { [ "$(text policy.json turn)" = code ] && exit 2; bad "$missing"; }
[ "$outcome" = authorized ] || [ $count -gt 0 ] || exit 2
