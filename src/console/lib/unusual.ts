/** The service judges the open requests by the same code. */
export * from '../../protocol/shown/unusual';
