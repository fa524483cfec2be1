// Answers of request_meeting, and the state afterwards.
import assert from 'node:assert/strict';
import type { MeetingRequest, Message } from './resources.ts';
import { dataOf, type Node } from './rota.ts';

export interface Requested {
  dry_run: boolean;
  repeated: boolean;
  meeting: Omit<MeetingRequest, 'id'> & { id: string | null };
  assigned: {
    organizer_email: string;
    reason: string | null;
    explanation: string;
    considered:
      | { email: string; status: string; last_turn: number | null; is_assigned: boolean; why: string }[]
      | null;
    considered_total: number;
  };
  options: { starts_at: string; ends_at: string }[] | null;
  mails:
    | {
        kind: string;
        from: string;
        to: string;
        subject: string;
        text: string;
        introduction_by_model: boolean;
      }[]
    | null;
  note: string;
}

/** The answer with plain texts instead of labelled ones. None may be cut. */
export function plainly<Answer>(value: unknown): Answer {
  return plain(value) as Answer;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('untrusted_text' in value && 'is_cut' in value) {
    assert.equal(value.is_cut, false, 'the text is whole');
    return value.untrusted_text;
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

/** The messages about a request, the oldest first. */
export async function messagesOf(node: Node, id: string): Promise<Message[]> {
  return dataOf<Message[]>(await node.get(`/api/v1/meeting_requests/${id}/messages?limit=100`)).toReversed();
}
