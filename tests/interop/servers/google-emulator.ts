// The public emulator of Google's services (emulate.dev), from npm: consent, tokens, and calendars whose events can be listed, made and
// removed. It has neither sync tokens nor a way to change an event or to read one, and gives events ids of its own.
import path from 'node:path';
import { npmPackages } from '../../../scripts/downloads/npm-packages.ts';
import { ROOT } from '../../support/server/process.ts';
import { freePort } from './server-of-others.ts';

/** What its `package-lock.json` names. */
const packages = () => npmPackages(path.join(ROOT, 'tests/interop/google-emulator'));

export async function prepareGoogleEmulator(): Promise<void> {
  await packages();
}

/** What is used of an event. */
export interface EmulatedEvent {
  google_id: string;
  summary: string;
  description: string | null;
  start_date_time: string | null;
  end_date_time: string | null;
}

interface Emulator {
  app: { fetch: unknown };
  store: unknown;
}

/** What is used of the packages: their own types come with them, and they aren't installed where types are checked. */
interface EmulatorModules {
  core: { createServer(plugin: unknown, options: { port: number; baseUrl: string }): Emulator };
  google: {
    googlePlugin: unknown;
    seedFromConfig(store: unknown, baseUrl: string, config: object): void;
    getGoogleStore(store: unknown): {
      calendarEvents: {
        all(): EmulatedEvent[];
        update(id: number, fields: Partial<EmulatedEvent>): unknown;
        findOneBy(field: 'google_id', value: string): { id: number } | undefined;
      };
    };
  };
  http: {
    serve(options: { fetch: unknown; port: number; hostname: string }): {
      close(done: () => void): void;
      closeAllConnections(): void;
    };
  };
}

async function modules(): Promise<EmulatorModules> {
  const folder = path.join(await packages(), 'node_modules');
  const [core, google, http] = await Promise.all(
    [
      '@emulators/core/dist/index.js',
      '@emulators/google/dist/index.js',
      '@hono/node-server/dist/index.mjs',
    ].map((file) => import(path.join(folder, file))),
  );
  return { core, google, http };
}

export interface GoogleEmulator extends AsyncDisposable {
  /** For a service that uses it. */
  settings: Record<string, string>;
  /** Registers the application with the address that its users come back to. */
  register(redirectUri: string): void;
  events(): EmulatedEvent[];
  /** As somebody does in Google's own calendar. */
  move(id: string, start: string, end: string): void;
  /** Picks an account on the page, and returns where the browser is sent. */
  consent(authorizeUrl: string, email: string): Promise<string>;
}

export async function startGoogleEmulator(given: {
  users: { email: string }[];
  calendar_events: object[];
}): Promise<GoogleEmulator> {
  const { core, google, http } = await modules();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const client = { client_id: 'rota-at-google', client_secret: 'secret-at-google' };
  const { app, store } = core.createServer(google.googlePlugin, { port, baseUrl: url });
  google.seedFromConfig(store, url, given);
  const server = http.serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  const { calendarEvents } = google.getGoogleStore(store);
  return {
    settings: {
      ROTA_GOOGLE_CLIENT_ID: client.client_id,
      ROTA_GOOGLE_CLIENT_SECRET: client.client_secret,
      ROTA_GOOGLE_AUTHORIZE_URL: `${url}/o/oauth2/v2/auth`,
      ROTA_GOOGLE_TOKEN_URL: `${url}/oauth2/token`,
      ROTA_GOOGLE_API_URL: url,
    },
    register(redirectUri) {
      const registered = { ...client, name: 'Rota', redirect_uris: [redirectUri] };
      google.seedFromConfig(store, url, { oauth_clients: [registered] });
    },
    events: () => calendarEvents.all(),
    move(id, start_date_time, end_date_time) {
      const found = calendarEvents.findOneBy('google_id', id);
      if (found) calendarEvents.update(found.id, { start_date_time, end_date_time });
    },
    async consent(authorizeUrl, email) {
      const page = await (await fetch(authorizeUrl)).text();
      const form = page.split('<form').find((each) => each.includes(`value="${email}"`)) ?? '';
      const fields: [string, string][] = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
      );
      const answer = await fetch(`${url}/o/oauth2/v2/auth/callback`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      return answer.headers.get('location') ?? '';
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
