import {
  INVALID_REQUEST,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PARSE_ERROR,
  parseJSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/client';
import type { Line } from './lines.ts';
import { type Refusal, refusalFor } from './refusals.ts';
import { ask, type Service, tell } from './service.ts';

/** The client's side. */
interface Output {
  write(message: JSONRPCMessage): void;
  /** For somebody who wants to know why a call was refused. */
  log(sentence: string): void;
}

/** Passes messages through unchanged, both ways. Only the service knows which tools there are. */
export function createBridge(service: Service, { write, log }: Output) {
  const unanswered = new Map<RequestId, AbortController>();
  const work = new Set<Promise<void>>();

  async function pass(line: Line): Promise<void> {
    const message = read(line);
    if (message === undefined) return;
    if (isJSONRPCRequest(message)) await answer(message);
    else if ('method' in message && message.method === 'notifications/cancelled') {
      // Don't forward it: no node would know which call is meant. Ending the request is what cancels the call.
      unanswered.get(message.params?.requestId as RequestId)?.abort();
    } else {
      const name = 'method' in message ? message.method : 'a response';
      await tell(service, message).catch((error) => logRefusal(name, refusalFor(error)));
    }
  }

  function read(line: Line): JSONRPCMessage | undefined {
    if (!('text' in line)) {
      refuse({ code: INVALID_REQUEST, message: 'Invalid Request: the line is too long' }, idAtAnEnd(line));
      return undefined;
    }
    let parsed: unknown;
    try {
      parsed = JSON.parse(line.text);
    } catch {
      refuse({ code: PARSE_ERROR, message: 'Parse error: each line must be a message in JSON' });
      return undefined;
    }
    try {
      return parseJSONRPCMessage(parsed);
    } catch {
      const message = 'Invalid Request: each line must be one message of JSON-RPC 2.0';
      refuse({ code: INVALID_REQUEST, message }, idOf(parsed));
      return undefined;
    }
  }

  async function answer(request: JSONRPCRequest): Promise<void> {
    const { id, method } = request;
    if (unanswered.has(id)) {
      const message = 'Invalid Request: another request with this id is not answered yet';
      refuse({ code: INVALID_REQUEST, message }, id);
      return;
    }
    const cancelling = new AbortController();
    unanswered.set(id, cancelling);
    const { signal } = cancelling;
    try {
      const response = await ask(service, request, { signal, onOther: write });
      if (method === 'initialize' && isJSONRPCResultResponse(response)) {
        service.version = String(response.result.protocolVersion);
      }
      write(response);
    } catch (error) {
      // Whoever cancelled isn't waiting for an answer.
      if (!signal.aborted) refuse(refusalFor(error), id, method);
    } finally {
      unanswered.delete(id);
    }
  }

  function refuse(error: Refusal, id?: RequestId, name = 'a line'): void {
    logRefusal(name, error);
    write({ jsonrpc: '2.0', ...(id !== undefined && { id }), error });
  }

  const logRefusal = (name: string, { message }: Refusal) => log(`${name}: ${message}`);

  return {
    /** Forwards the message in this line, without waiting for its answer. */
    take(line: Line): void {
      const passing = pass(line).finally(() => work.delete(passing));
      work.add(passing);
    },
    /** Resolves once every message has been answered. */
    async settled(): Promise<void> {
      await Promise.all(work);
    },
    /** Cancels everything that has not been answered yet. */
    abandon(): void {
      for (const cancelling of unanswered.values()) cancelling.abort();
    },
  };
}

function idOf(parsed: unknown): RequestId | undefined {
  const { id } = (parsed ?? {}) as { id?: unknown };
  return typeof id === 'string' || Number.isInteger(id) ? (id as RequestId) : undefined;
}

/** Programs write a request's id first or last. A nested id has more braces around it. */
function idAtAnEnd({ beginning, ending }: { beginning: string; ending: string }): RequestId | undefined {
  const [, found] =
    /^\{(?:"jsonrpc":"2\.0",)?"id":(\d{1,15}|"[^"\\]{0,100}"),/.exec(beginning) ??
    /[^{]"id":(\d{1,15}|"[^"\\]{0,100}")\}\s*$/.exec(ending) ??
    [];
  return found === undefined ? undefined : idOf({ id: JSON.parse(found) });
}
