import { anyKey } from '../http/access/api-key.ts';
import type { Mount } from '../http/mount.ts';
import type { OpenApiDocument } from '../http/openapi.ts';
import type { DescribeApi } from './api-description.ts';

/** The MCP server. Its tools, and the SDK that speaks the protocol, are loaded with the first call. */
export function createMcpMount({ describeApi }: { describeApi: DescribeApi }): Mount {
  let described: OpenApiDocument | undefined;
  // It is large, so it is made when first asked for, and only once.
  const describeOnce = () => {
    described ??= describeApi();
    return described;
  };
  return {
    url: '/mcp',
    access: anyKey,
    async answer(visit, request) {
      const { answer } = await import('./answer.ts');
      return answer(visit, describeOnce, request);
    },
  };
}
