import { createCall, type RotaOptions } from './call.ts';
import { createApi } from './operations.ts';
import { usage, workspaces } from './resources/operator.ts';

/** The API for whoever runs the service: `new RotaOperator({ url: 'http://127.0.0.1:3000', key })`, with an operator key. */
export class RotaOperator {
  readonly workspaces: ReturnType<typeof workspaces>;
  readonly usage: ReturnType<typeof usage>;

  constructor(options: RotaOptions) {
    const api = createApi(createCall(options));
    this.workspaces = workspaces(api);
    this.usage = usage(api);
  }
}
