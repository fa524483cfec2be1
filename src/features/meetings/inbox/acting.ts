import type { Logger } from 'pino';
import type { Act } from '../../../mail-in/channel.ts';
import { dataFor, INSTRUCTIONS, understandingFrom } from '../../../replies/model.ts';
import type { Writer } from '../../../writer/writer.ts';
import type { ReadWithModel } from './answers.ts';

/** For the channel of mail that came in: what is done about a mail, with a model of the operator's to read it. */
export const actingWith = (writer: Writer, log: Logger) => async (): Promise<Act> => {
  const { act } = await import('./act.ts');
  const readWithModel = readerWith(writer, log);
  return (services, item, mail, authenticity) => act(services, item, mail, authenticity, readWithModel);
};

/** Shows a model what the grammar does not understand. Undefined if the operator has named none. */
function readerWith({ ask }: Writer, log: Logger): ReadWithModel | undefined {
  if (!ask) return undefined;
  return async (question, text) => {
    const answer = await ask({ instructions: INSTRUCTIONS, data: dataFor(question, text) });
    if ('text' in answer) return understandingFrom(answer.text, question);
    log.warn({ reason: answer.refused }, 'reply not understood; the model gave no answer');
    return { meaning: 'unclear', rule: 'model' };
  };
}
