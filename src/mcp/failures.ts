// Words refusals for agents: what was wrong, and what to call instead.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { RotaError } from '../errors.ts';
import type { Visit } from '../http/mount.ts';
import { onOneLine } from '../text/plain-text.ts';
import { ADVICE } from './advice.ts';

const MESSAGE_LENGTH = 1_000;

const BY_TYPE: Partial<Record<RotaError['type'], string>> = {
  conflict: 'Nothing was done. Call again in a second.',
  unavailable: 'Call again later with the same arguments: nothing is done twice.',
  rate_limited: 'Nothing was done. Wait before the next call.',
  invalid_request: 'Nothing was done. Correct the arguments and call again.',
  validation_error: 'Nothing was done.',
};

export function failureOf(error: unknown, visit: Visit): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: refusalText(error, visit) }] };
}

export function refusalText(error: unknown, { trace, report }: Visit): string {
  if (!(error instanceof RotaError)) {
    report(error);
    return inWords(
      'internal_error',
      'Something went wrong',
      `Call again with the same arguments, once: nothing is done twice. If it fails again, tell whoever runs the service: trace ${trace.traceId}`,
    );
  }
  const message = error.hint ? `${error.message}. ${error.hint}` : error.message;
  const [, advice] = ADVICE.find(([form]) => form.test(message)) ?? [];
  return inWords(error.type, message, advice ?? BY_TYPE[error.type]);
}

function inWords(type: string, message: string, advice: string | undefined): string {
  const text = `${type}: ${onOneLine(message, MESSAGE_LENGTH)}`;
  return advice ? `${text}\n${advice}` : text;
}
