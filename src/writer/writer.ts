import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { NameSources, Resolve } from '../network/names.ts';
import { composeIntroduction } from './built-in.ts';
import type { Facts } from './facts.ts';
import { createModel } from './model.ts';

export interface Writer {
  /**
   * One paragraph that introduces a person; null when there is nothing to say. Never rejects. It can take ten seconds: call it
   * outside of any transaction.
   */
  introduce(facts: Facts): Promise<string | null>;
  /** Ends what is asked of a model. */
  close(): Promise<void>;
}

export interface WriterOptions {
  config: Pick<Config, 'writerUrl' | 'writerModel' | 'writerKey'>;
  clock: Clock;
  log: Logger;
  /** Replaces all look-ups of names. */
  resolve?: Resolve | undefined;
  names?: NameSources | undefined;
}

/** Asks the model that the operator has named. Without one, or without a good answer, Rota composes the paragraph itself. */
export function createWriter({ config, clock, log, ...outside }: WriterOptions): Writer {
  const { writerUrl: url, writerModel: name = '', writerKey: key } = config;
  if (url === undefined) {
    return { introduce: async (facts) => composeIntroduction(facts), close: async () => {} };
  }
  const model = createModel({ url, name, key, clock, ...outside });
  return {
    async introduce(facts) {
      const composed = composeIntroduction(facts);
      if (composed === null && !facts.guidance) return null;
      const answer = await model.ask(facts);
      if ('text' in answer) return answer.text;
      log.warn({ reason: answer.refused }, 'introduction composed by Rota instead of the model');
      return composed;
    },
    close: model.close,
  };
}
