import {
  getSchedulingSettings,
  updateSchedulingSettings,
} from '../../features/workspace/scheduling-settings/operations.ts';
import { SchedulingUpdate } from '../../features/workspace/scheduling-settings/shapes.ts';
import { getWorkspace, updateWorkspace } from '../../features/workspace/workspaces/operations.ts';
import { WorkspaceUpdate } from '../../features/workspace/workspaces/shapes.ts';
import type { Route } from '../../http/route.ts';
import { check } from '../../shapes/check.ts';
import { isChecked, numberOrNull, numbers, type SentFields, text, textOrNull, words } from '../fields.ts';
import { locationIn, locationLabels } from '../location-fields.ts';
import { form, page } from '../route.ts';
import { SCHEDULING, SETTINGS, settingsPage, TIME_ZONE, WORKSPACE } from './settings-page.ts';
import { timeZonePage } from './time-zone-page.ts';

const settings = page({
  url: SETTINGS,
  summary: 'Settings of the workspace',
  may: 'edit_settings',
  async show(screen) {
    const [workspace, scheduling] = await Promise.all([getWorkspace(screen), getSchedulingSettings(screen)]);
    return settingsPage(screen, { workspace, scheduling });
  },
});

const timeZone = page({
  url: TIME_ZONE,
  summary: 'Choose the time zone of the workspace',
  may: 'edit_settings',
  show: async (screen) => timeZonePage(screen, await getWorkspace(screen)),
});

export const settingsRoutes: Route[] = [
  settings.route,
  timeZone.route,
  form({
    url: WORKSPACE,
    summary: 'Change name and handle of the workspace',
    may: 'edit_settings',
    on: settings,
    async send(screen, { fields }) {
      const input = { name: text(fields, 'name'), handle: textOrNull(fields, 'handle') };
      await updateWorkspace(screen, check(WorkspaceUpdate, input));
      return { to: SETTINGS, done: 'workspace_saved' };
    },
  }),
  form({
    url: TIME_ZONE,
    summary: 'Change the time zone of the workspace',
    may: 'edit_settings',
    on: timeZone,
    async send(screen, { fields }) {
      await updateWorkspace(screen, check(WorkspaceUpdate, { timezone: text(fields, 'timezone') }));
      return { to: SETTINGS, done: 'workspace_zone_set' };
    },
  }),
  form({
    url: SCHEDULING,
    summary: 'Change how meetings are scheduled',
    may: 'edit_settings',
    on: settings,
    labels: locationLabels,
    async send(screen, { fields }) {
      await updateSchedulingSettings(screen, check(SchedulingUpdate, schedulingIn(fields)));
      return { to: SETTINGS, done: 'scheduling_saved' };
    },
  }),
];

/** Leaves invalid numbers and texts as they are, for the shape to refuse. */
function schedulingIn(fields: SentFields) {
  return {
    duration_minutes: numberOrNull(fields, 'duration_minutes'),
    slot_interval_minutes: numberOrNull(fields, 'slot_interval_minutes'),
    timeframe_days: numberOrNull(fields, 'timeframe_days'),
    location: locationIn(fields),
    options_per_round: numberOrNull(fields, 'options_per_round'),
    rounds: numberOrNull(fields, 'rounds'),
    follow_up_after_business_days: numbers(fields, 'follow_up_after_business_days'),
    reminders: numbers(fields, 'reminders'),
    remind_hosts: isChecked(fields, 'remind_hosts'),
    holidays: words(fields, 'holidays'),
    locale: text(fields, 'locale'),
    sender_name: text(fields, 'sender_name'),
    signature: textOrNull(fields, 'signature'),
    participants_may_reschedule: isChecked(fields, 'participants_may_reschedule'),
    participants_may_cancel: isChecked(fields, 'participants_may_cancel'),
    hold_options: isChecked(fields, 'hold_options'),
    seats_required: isChecked(fields, 'seats_required'),
    outsiders_may_invite: text(fields, 'outsiders_may_invite'),
  };
}
