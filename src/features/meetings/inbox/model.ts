import type { Logger } from 'pino';
import { dataFor, INSTRUCTIONS, understandingFrom } from '../../../replies/model.ts';
import type { Writer } from '../../../writer/writer.ts';
import type { ReadWithModel } from './answers.ts';

/** Shows a model what the grammar does not understand. Undefined if the operator has named none. */
export function readerWith({ ask }: Writer, log: Logger): ReadWithModel | undefined {
  if (!ask) return undefined;
  return async (question, text) => {
    const answer = await ask({ instructions: INSTRUCTIONS, data: dataFor(question, text) });
    if ('text' in answer) return understandingFrom(answer.text, question);
    log.warn({ reason: answer.refused }, 'a reply was not understood: no answer of the model');
    return { meaning: 'unclear', rule: 'model' };
  };
}
