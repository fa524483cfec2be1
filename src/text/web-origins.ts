/** Only what no header takes for anything but a host: a URL may have a `;` or a `*` in its host. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d](?:[a-z\d-]*[a-z\d])?$/;
/** A scheme and a host, with nothing behind them: no path, query or name of a user. */
const WRITTEN = /^https?:\/\/[^\s/?#@\\]+\/?$/i;
const MAX_HOST = 253;
/** Not `[::1]`: a policy of a page can't name it, and browsers take one that does for "nobody" (tried with Chromium 150). */
const OF_THIS_MACHINE = ['localhost', '127.0.0.1'];

/**
 * A website as browsers name it: `https://www.example.com`, with a port if it isn't the usual one. http is for this machine only.
 * Undefined if the text is anything else.
 */
export function webOriginOf(text: string): string | undefined {
  const trimmed = text.trim();
  const url = WRITTEN.test(trimmed) ? URL.parse(trimmed) : null;
  if (!url) return undefined;
  const { protocol, hostname, origin } = url;
  if (OF_THIS_MACHINE.includes(hostname)) return origin;
  const isHost = hostname.length <= MAX_HOST && HOST.test(hostname);
  return protocol === 'https:' && isHost ? origin : undefined;
}
