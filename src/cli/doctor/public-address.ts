import { serviceAddress } from '../../text/networks.ts';
import { type Check, fail, type Line, ok, PATIENCE_MS, warn } from './check.ts';

// Whether links reach Rota from outside.

const PATH = '/healthz';
/** A gateway with nothing behind it. */
const GATEWAY_STATUSES = [502, 503, 504];

type Answer = 'rota' | 'other' | { redirect: string } | { status: number } | { error: string };

export const publicAddressCheck: Check = {
  name: 'public address',
  async look({ config: { publicUrl, host, port } }) {
    if (publicUrl === undefined) return [ok('public address', 'not set, so not checked')];
    const [answer, own] = await Promise.all([
      ask(publicUrl),
      port === 0 ? undefined : ask(serviceAddress(host, port)),
    ]);
    return [describe(publicUrl + PATH, answer, own === 'rota')];
  },
};

function describe(url: string, answer: Answer, isRunning: boolean): Line {
  const check = 'public address';
  if (answer === 'rota') return ok(check, `${url} is answered by Rota`);
  if (answer === 'other') {
    return fail(
      check,
      `${url} is answered by something else`,
      'point that address to Rota, or change ROTA_PUBLIC_URL',
    );
  }
  if ('redirect' in answer) {
    const found = `${url} redirects to ${answer.redirect}`;
    return fail(check, found, 'set ROTA_PUBLIC_URL to the address that answers without a redirect');
  }
  const isSilent = 'error' in answer || GATEWAY_STATUSES.includes(answer.status);
  const reason = 'error' in answer ? answer.error : `status ${answer.status}`;
  if (isSilent && !isRunning) {
    return warn(check, `${url} gets no answer from Rota (${reason})`, 'start `rota serve`, and check again');
  }
  return fail(
    check,
    `${url} gets no answer from Rota (${reason})`,
    'check DNS, the proxy and its certificate',
  );
}

async function ask(base: string): Promise<Answer> {
  try {
    const response = await fetch(base + PATH, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const location = response.headers.get('location');
    if (location !== null) return { redirect: new URL(location, base).origin };
    if (response.status !== 200) return { status: response.status };
    const text = await response.text();
    const isRota = response.headers.get('x-request-id')?.startsWith('req_') && text === '{"status":"ok"}';
    return isRota ? 'rota' : 'other';
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
    return { error: cause?.code ?? cause?.message ?? message };
  }
}
