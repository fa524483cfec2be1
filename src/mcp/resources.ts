// What agents can read by URI. Resources for things in the workspace return exactly what the tools answer.
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { RotaError } from '../errors.ts';
import type { GivenByKey } from '../http/access/api-key.ts';
import type { Visit } from '../http/mount.ts';
import { isId } from '../ids.ts';
import { apiIndex, type DescribeApi, describeOperation } from './api-description.ts';
import { refusalText } from './failures.ts';
import { runTool } from './run.ts';
import { type Call, scopesOf, type Tool } from './tool.ts';
import { getMeeting } from './tools/meetings.ts';
import { whoseTurn } from './tools/teams.ts';

const mimeType = 'application/json';
const INDEX = 'rota://api';

const resources: Resource[] = [
  {
    uri: INDEX,
    name: 'api',
    title: 'Index of the API',
    description:
      'Every operation of the HTTP API that takes an API key: its name, method, path, summary and scope. For writing programs; to get things done yourself, use the tools.',
    mimeType,
  },
];

interface Template extends ResourceTemplateType {
  /** Its group matches the part in braces. */
  form: RegExp;
  /** The tool whose answer the resource returns. */
  of?: { tool: Tool; kind: 'meetingRequest' | 'team'; argument: string };
}

const templates: Template[] = [
  {
    uriTemplate: 'rota://meetings/{id}',
    name: 'meeting',
    title: 'A meeting',
    description:
      'One meeting with its options, its answers and the conversation: the same answer as get_meeting.',
    mimeType,
    form: /^rota:\/\/meetings\/([^/]+)$/,
    of: { tool: getMeeting, kind: 'meetingRequest', argument: 'meeting_id' },
  },
  {
    uriTemplate: 'rota://teams/{id}/rotation',
    name: 'rotation',
    title: 'The rotation of a team',
    description: 'Whose turn it is in a team, in order: the same answer as whose_turn.',
    mimeType,
    form: /^rota:\/\/teams\/([^/]+)\/rotation$/,
    of: { tool: whoseTurn, kind: 'team', argument: 'team_id' },
  },
  {
    uriTemplate: 'rota://api/{operation}',
    name: 'api_operation',
    title: 'An operation of the API',
    description: `One operation of the HTTP API with every schema that it needs, as OpenAPI. ${INDEX} lists the names.`,
    mimeType,
    form: /^rota:\/\/api\/(\w+)$/,
  },
];

/** The resources, which are the same for every caller. */
export const listResources = () => ({ resources });

/** The templates that the key may read. */
export function listTemplates({ visitor }: Visit): { resourceTemplates: ResourceTemplateType[] } {
  const { scopes } = (visitor.given as GivenByKey).caller;
  const allowed = templates.filter(
    ({ of }) => !of || scopesOf(of.tool).some((each) => scopes.includes(each)),
  );
  return { resourceTemplates: allowed.map(({ form: _, of: __, ...template }) => template) };
}

export async function readResource(
  visit: Visit,
  describeApi: DescribeApi,
  uri: string,
  call: Pick<Call, 'signal' | 'step'>,
): Promise<ReadResourceResult> {
  try {
    const content = await contentOf(visit, describeApi, uri, call);
    if (!content) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType, text: JSON.stringify(content) }] };
  } catch (error) {
    if (call.signal.aborted || error instanceof ProtocolError) throw error;
    if (error instanceof RotaError && error.type === 'not_found') throw new ResourceNotFoundError(uri);
    const isOurs = !(error instanceof RotaError) || error.type === 'unavailable';
    const code = isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidRequest;
    throw new ProtocolError(code, refusalText(error, visit));
  }
}

async function contentOf(
  visit: Visit,
  describeApi: DescribeApi,
  uri: string,
  call: Pick<Call, 'signal' | 'step'>,
): Promise<object | undefined> {
  if (uri === INDEX) return apiIndex(describeApi());
  for (const { form, of } of templates) {
    const part = form.exec(uri)?.[1];
    if (part === undefined) continue;
    if (!of) return describeOperation(describeApi(), part);
    visit.visitor.logged.tool = of.tool.name;
    return isId(of.kind, part) ? runTool(visit, of.tool, { [of.argument]: part }, call) : undefined;
  }
  return undefined;
}
