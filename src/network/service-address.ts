/** The address for callers. "Every interface" is an address to listen on only, so it becomes loopback. */
export function serviceAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
