// The addresses of workspaces and their pages are beside our own paths: `/acme/demo` beside `/docs`.

/**
 * What our own paths begin with, and what later ones may. No workspace gets one of these as its handle: its pages couldn't be reached.
 */
export const OWN_PATHS = [
  ...['api', 'assets', 'b', 'connect', 'console', 'docs', 'embed', 'healthz', 'm', 'mcp', 'metrics'],
  ...['openapi', 'pages', 'readyz', 'static'],
];

// Links may have been typed in capitals.
const HANDLE = `^(?!(?:${OWN_PATHS.join('|')})$)[A-Za-z0-9-]{1,63}$`;
const SLUG = '^[A-Za-z0-9-]{1,100}$';

/** The handle of a workspace in the path of a route, as Fastify's router reads it: never one of our own paths. */
export const HANDLE_IN_PATH = `:handle(${HANDLE})`;
/** What the workspace calls one of its pages. */
export const SLUG_IN_PATH = `:slug(${SLUG})`;

const forms = [HANDLE, SLUG].map((form) => new RegExp(form));

/** Whether a path has the form of a page's address, but for a slash at its end. */
export function isPageAddress(path: string): boolean {
  const segments = path.replace(/\?.*$/s, '').replace(/\/$/, '').split('/').slice(1);
  return (
    segments.length > 0 &&
    segments.length <= forms.length &&
    segments.every((each, at) => forms[at]?.test(each))
  );
}
