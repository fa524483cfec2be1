import {
  createEntitlement,
  listEntitlements,
  updateEntitlement,
} from '../features/people/entitlements/operations.ts';
import { type Entitlement, enforcementModes, MAX_CAPACITY } from '../features/people/entitlements/rules.ts';
import { EntitlementInput, EntitlementUpdate } from '../features/people/entitlements/shapes.ts';
import { type Command, type Invocation, json, onlyWord, table, UsageError } from './command.ts';
import { checkInput, integer, option, yesOrNo } from './input.ts';
import { inWorkspace, workspaceOption as workspace } from './operator.ts';

const options = {
  workspace,
  capacity: { type: 'string', value: 'SEATS', description: `how many seats, 0 to ${MAX_CAPACITY}` },
  unlimited: { type: 'string', value: 'yes|no', description: 'whether the number of seats is unlimited' },
  mode: {
    type: 'string',
    value: enforcementModes.join('|'),
    description: 'hard refuses seats beyond the capacity, soft allows them',
  },
  priority: {
    type: 'string',
    value: 'NUMBER',
    description: 'by default, seats go to the active one with the highest number',
  },
  active: { type: 'string', value: 'yes|no', description: 'whether new seats can be assigned under it' },
  json,
} as const;

export const entitlementCommands: Command[] = [
  {
    name: 'entitlement create',
    takes: 'PLAN_KEY',
    summary: 'create an entitlement: a plan with a seat capacity',
    details: 'Give --capacity or --unlimited yes. By default it is hard, active and has priority 0.',
    options,
    async run(invocation) {
      const input = await checkInput(EntitlementInput, {
        plan_key: ['PLAN_KEY', onlyWord(invocation, 'PLAN_KEY')],
        ...limits(invocation),
      });
      if (input.seat_capacity === undefined && !input.seat_unlimited) {
        throw new UsageError('give --capacity, or --unlimited yes');
      }
      return inWorkspace(invocation, async (context) => {
        const entitlement = await createEntitlement(context, input);
        invocation.print(present(entitlement), `Created entitlement ${entitlement.id}.`);
      });
    },
  },
  {
    name: 'entitlement list',
    summary: 'list entitlements; new seats go to the first by default',
    options: { workspace, json },
    run(invocation) {
      return inWorkspace(invocation, async (context) => {
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
      'plan-key': { type: 'string', value: 'PLAN_KEY', description: 'the plan it belongs to' },
      reason: { type: 'string', value: 'TEXT', description: 'why, for the audit log' },
    },
    async run(invocation) {
      const id = onlyWord(invocation, 'ID');
      const update = await checkInput(EntitlementUpdate, {
        plan_key: option(invocation, 'plan-key'),
        ...limits(invocation),
        reason: option(invocation, 'reason'),
      });
      if (Object.keys(update).every((field) => field === 'reason')) {
        throw new UsageError('say what to change');
      }
      return inWorkspace(invocation, async (context) => {
        const entitlement = await updateEntitlement(context, id, update);
        invocation.print(present(entitlement), `Changed entitlement ${id}.`);
      });
    },
  },
];

/** The fields of an entitlement, from the options. */
function limits(invocation: Invocation) {
  return {
    seat_capacity: option(invocation, 'capacity', integer),
    seat_unlimited: option(invocation, 'unlimited', yesOrNo),
    enforcement_mode: option(invocation, 'mode'),
    priority: option(invocation, 'priority', integer),
    active: option(invocation, 'active', yesOrNo),
  };
}

function present({ created_at, nearly_full_at, ...entitlement }: Entitlement) {
  return entitlement;
}
