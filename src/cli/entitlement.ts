import {
  createEntitlement,
  listEntitlements,
  updateEntitlement,
} from '../features/entitlements/operations.ts';
import {
  type Changeable,
  defaults,
  type Entitlement,
  enforcementModes,
  MAX_CAPACITY,
} from '../features/entitlements/rules.ts';
import { NAME_LENGTH, REASON_LENGTH } from '../limits.ts';
import {
  type Command,
  type Invocation,
  json,
  nameWord,
  ofLength,
  onlyWord,
  table,
  UsageError,
} from './command.ts';
import { operatorContext, withServices, workspaceOption as workspace } from './operator.ts';

/** From minus this to this: more than anybody needs. */
const PRIORITY_RANGE = 1_000_000;

/** What can be said of an entitlement. */
const options = {
  workspace,
  capacity: { type: 'string', value: 'SEATS', about: `how many seats, 0 to ${MAX_CAPACITY}` },
  unlimited: { type: 'string', value: 'yes|no', about: 'as many seats as anybody wants' },
  mode: {
    type: 'string',
    value: enforcementModes.join('|'),
    about: 'hard refuses a seat past the capacity, soft allows it',
  },
  priority: {
    type: 'string',
    value: 'NUMBER',
    about: 'seats go to the active one with the highest, when none is named',
  },
  active: { type: 'string', value: 'yes|no', about: 'whether new seats can be assigned under it' },
  json,
} as const;

export const entitlementCommands: Command[] = [
  {
    name: 'entitlement create',
    takes: 'PLAN_KEY',
    summary: 'make an entitlement: a plan with a seat capacity',
    details:
      'Give --capacity or --unlimited yes. It is hard, active and of priority 0 unless told otherwise.',
    options,
    run(invocation) {
      const plan_key = nameWord(invocation, 'PLAN_KEY');
      const given = wanted(invocation);
      if (given.seat_capacity === undefined && !given.seat_unlimited) {
        throw new UsageError('give --capacity, or --unlimited yes');
      }
      const input: Changeable = { ...defaults, seat_capacity: 0, ...given, plan_key };
      return withServices(invocation.config, async (services) => {
        const context = await operatorContext(services, invocation.options.workspace);
        const entitlement = await createEntitlement(context, input);
        invocation.print(present(entitlement), `Made entitlement ${entitlement.id}.`);
      });
    },
  },
  {
    name: 'entitlement list',
    summary: 'list entitlements; first the one that seats go to when none is named',
    options: { workspace, json },
    run(invocation) {
      return withServices(invocation.config, async (services) => {
        const context = await operatorContext(services, invocation.options.workspace);
        const entitlements = await listEntitlements(context);
        invocation.print(
          entitlements.map(present),
          table([
            ['ID', 'SEATS', 'CAPACITY', 'MODE', 'PRIORITY', 'ACTIVE', 'PLAN'],
            ...entitlements.map((entitlement) => [
              entitlement.id,
              String(entitlement.active_seats),
              entitlement.seat_unlimited ? 'unlimited' : String(entitlement.seat_capacity),
              entitlement.enforcement_mode,
              String(entitlement.priority),
              entitlement.active ? 'yes' : 'no',
              entitlement.plan_key,
            ]),
          ]),
        );
      });
    },
  },
  {
    name: 'entitlement update',
    takes: 'ID',
    summary: 'change an entitlement',
    options: {
      ...options,
      'plan-key': { type: 'string', value: 'PLAN_KEY', about: 'the plan it belongs to' },
      reason: { type: 'string', value: 'TEXT', about: 'why, for the audit log' },
    },
    run(invocation) {
      const id = onlyWord(invocation, 'ID');
      const change = wanted(invocation);
      if (Object.keys(change).length === 0) throw new UsageError('say what is to change');
      const reason = text(invocation, 'reason', REASON_LENGTH) ?? null;
      return withServices(invocation.config, async (services) => {
        const context = await operatorContext(services, invocation.options.workspace);
        const record = { action: 'entitlement.updated', reason };
        const entitlement = await updateEntitlement(context, id, change, record);
        invocation.print(present(entitlement), `Changed entitlement ${id}.`);
      });
    },
  },
];

/** What the options say about an entitlement. */
function wanted(invocation: Invocation): Partial<Changeable> {
  const mode = invocation.options.mode;
  const enforcement_mode = enforcementModes.find((candidate) => candidate === mode);
  if (mode !== undefined && !enforcement_mode) {
    throw new UsageError(`--mode must be one of ${enforcementModes.join(', ')}`);
  }
  const given = {
    plan_key: text(invocation, 'plan-key', NAME_LENGTH),
    seat_capacity: integer(invocation, 'capacity', 0, MAX_CAPACITY),
    seat_unlimited: yesOrNo(invocation, 'unlimited'),
    enforcement_mode,
    priority: integer(invocation, 'priority', -PRIORITY_RANGE, PRIORITY_RANGE),
    active: yesOrNo(invocation, 'active'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function text({ options: given }: Invocation, name: string, maxLength: number): string | undefined {
  const value = (given[name] as string | undefined)?.trim();
  if (value === '') throw new UsageError(`--${name} must not be empty`);
  return value && ofLength(maxLength, `--${name}`, value);
}

function integer({ options: given }: Invocation, name: string, least: number, most: number) {
  const value = given[name] as string | undefined;
  if (value === undefined) return undefined;
  const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new UsageError(`--${name} must be an integer from ${least} to ${most}`);
  }
  return number;
}

function yesOrNo({ options: given }: Invocation, name: string): boolean | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (value !== 'yes' && value !== 'no') throw new UsageError(`--${name} must be yes or no`);
  return value === 'yes';
}

function present({ created_at, ...entitlement }: Entitlement) {
  return entitlement;
}
