// Every API operation has a client method, and each method works on a real server.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import { Rota, RotaOperator } from '@rota/client';
import type { OpenApiDocument } from '../../src/http/openapi.ts';
import { test } from '../support/lanes.ts';
import { silentProviders } from '../support/makers/connections.ts';
import { writeMessageAbout } from '../support/makers/messages.ts';
import { operatorOf } from '../support/makers/operator.ts';
import { stopMessages } from '../support/makers/opt-outs.ts';
import { pictures } from '../support/makers/pictures.ts';
import { rawMail } from '../support/makers/raw-mail.ts';
import { afterAttempts } from '../support/makers/webhooks.ts';
import { Receiver } from '../support/receivers/receiver.ts';
import { untilIdle } from '../support/server/idle.ts';
import { type Node, onBothEngines } from '../support/server/rota.ts';

/** Clients that note the paths of their responses. */
async function watchedClients(node: Node) {
  const answered: string[] = [];
  const options = {
    url: node.url,
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const response = await fetch(input, init);
      if (response.ok) answered.push(`${init?.method} ${new URL(String(input)).pathname}`);
      return response;
    },
  };
  const rota = new Rota({ ...options, key: node.rawKey });
  const operator = new RotaOperator({ ...options, key: (await operatorOf(node)).key });
  return { rota, operator, answered };
}

onBothEngines.fast(
  'The client',
  (node) => {
    let rota: Rota;
    let operator: RotaOperator;
    let answered: string[];
    before(async () => {
      ({ rota, operator, answered } = await watchedClients(node()));
    });
    let people = 0;
    const someone = () => rota.members.create({ email: `client-${++people}@example.com`, name: 'Someone' });

    test('members', async () => {
      const ada = await rota.members.create({ email: 'ada@example.com', name: 'Ada' });
      assert.deepEqual(await rota.members.get(ada.id), ada);
      assert.deepEqual(await rota.members.list({ email: 'ADA@example.com' }).all(), [ada]);
      await rota.members.update(ada.id, { name: 'Ada Lovelace', role: 'admin' });
      assert.deepEqual(await rota.members.update(ada.id, { name: 'Ada', role: 'member' }), ada);
      const invited = await rota.members.invite(ada.id);
      assert.deepEqual({ ...invited, invited_at: null }, ada);
      const availability = await rota.members.availability.get(ada.id);
      const fewer = await rota.members.availability.update(ada.id, { maximum_per_day: 2 });
      assert.deepEqual(fewer, { ...availability, maximum_per_day: 2 });
      const slots = await rota.members.slots(ada.id, { limit: 1, explain: true });
      assert.deepEqual([slots.data[0]?.host_emails, slots.meta.limit], [[ada.email], 1]);
      const deactivated = await rota.members.deactivate(ada.id);
      assert.ok(deactivated.deactivated_at);
      assert.deepEqual(await rota.members.list({ email: ada.email }).all(), []);
      const everybody = rota.members.list({ email: ada.email, include_deactivated: true });
      assert.deepEqual(await everybody.all(), [deactivated]);
      assert.deepEqual(await rota.members.reactivate(ada.id), invited);
    });

    test('teams and their members', async () => {
      const [ben, eve] = [await someone(), await someone()];
      const made = await rota.teams.create({ name: 'Sales', member_ids: [ben.id] });
      assert.deepEqual([made.mode, made.members.map(({ email }) => email)], ['pool', [ben.email]]);
      assert.equal((await rota.teams.list({ active: true }).page()).data[0]?.id, made.id);
      const manager = await rota.teams.members.add(made.id, { workspace_membership_id: eve.id });
      assert.equal(
        (await rota.teams.members.update(made.id, manager.id, { role: 'manager' })).role,
        'manager',
      );
      assert.ok((await rota.teams.members.pause(made.id, manager.id)).paused_at);
      assert.equal((await rota.teams.members.unpause(made.id, manager.id)).paused_at, null);
      const until = '2026-04-01T00:00:00.000Z';
      await rota.teams.members.pause(made.id, manager.id, { until });
      const { queue } = await rota.teams.rotation(made.id);
      assert.deepEqual(
        queue.map(({ email, paused_until }) => [email, paused_until]),
        [
          [ben.email, null],
          [eve.email, until],
        ],
      );
      const turn = await rota.teams.assignments.create(made.id);
      assert.equal(turn.email, ben.email);
      assert.deepEqual(
        (await rota.teams.assignments.list(made.id).all()).map(({ id }) => id),
        [turn.id],
      );
      assert.deepEqual(await rota.teams.assignments.get(made.id, turn.id), turn);
      const csv = await rota.teams.assignments.csv(made.id, { workspace_membership_id: ben.id });
      assert.match(csv, new RegExp(`^id,number,.+\\r\\n${turn.id},1,.+\\r\\n$`));
      assert.equal(await rota.teams.members.remove(made.id, manager.id), undefined);
      const renamed = await rota.teams.update(made.id, { name: 'Revenue', description: null });
      assert.deepEqual([renamed.slug, renamed.next_assignee?.email], ['revenue', ben.email]);
      assert.deepEqual(await rota.teams.get(made.id), renamed);
      const slots = await rota.teams.slots(made.id, { hosts: 'any' });
      assert.deepEqual(slots.data[0]?.host_emails, [ben.email]);
      const link = await rota.teams.bookingLinks.create(made.id, { max_uses: 1 });
      assert.deepEqual(await rota.teams.bookingLinks.get(made.id, link.id), link);
      assert.deepEqual(await rota.teams.bookingLinks.list(made.id).all(), [link]);
      const titled = await rota.teams.bookingLinks.update(made.id, link.id, { title: 'Demo' });
      assert.deepEqual(titled, { ...link, title: 'Demo' });
      assert.equal(await rota.teams.bookingLinks.delete(made.id, link.id), undefined);
      assert.equal((await rota.teams.deactivate(made.id)).active, false);
      assert.equal((await rota.teams.reactivate(made.id)).active, true);
    });

    test('meeting types', async () => {
      const ada = await someone();
      const made = await rota.meetingTypes.create({ name: 'Intro', workspace_membership_id: ada.id });
      assert.deepEqual([made.slug, made.workspace_membership_id], ['intro', ada.id]);
      assert.deepEqual(await rota.meetingTypes.get(made.id), made);
      assert.deepEqual(await rota.meetingTypes.list({ active: true }).all(), [made]);
      const question = { key: 'company', label: 'Company', kind: 'text' } as const;
      const asked = await rota.meetingTypes.update(made.id, { questions: [question] });
      assert.deepEqual(asked.questions, [{ ...question, required: false, choices: null }]);
      const slots = await rota.meetingTypes.slots(made.id, { limit: 1 });
      assert.deepEqual(slots.data[0]?.host_emails, [ada.email]);
      assert.equal(await rota.meetingTypes.delete(made.id), undefined);
    });

    test('meeting requests', async () => {
      const [organizer, other] = [await someone(), await someone()];
      const team = await rota.teams.create({ name: 'Demos', member_ids: [organizer.id] });
      const request = await rota.meetingRequests.create({
        team_id: team.id,
        participants: [{ email: 'grace@example.org', name: 'Grace' }],
        context: { title: 'Demo', duration_minutes: 30 },
      });
      const { id } = request;
      assert.deepEqual([request.organizer_email, request.title], [organizer.email, 'Demo']);
      const slots = await rota.meetingRequests.slots(id, { duration_minutes: 45 });
      assert.deepEqual([slots.data[0]?.host_emails, slots.meta.duration_minutes], [[organizer.email], 45]);
      const location = { kind: 'link', url: 'https://meet.example.org/ada' } as const;
      assert.deepEqual((await rota.meetingRequests.update(id, { location })).location, location);
      assert.equal((await rota.meetingRequests.pause(id)).status, 'paused');
      assert.equal((await rota.meetingRequests.resume(id)).status, 'active');
      const changed = await rota.meetingRequests.changeOrganizer(id, { organizer_email: other.email });
      assert.equal(changed.organizer_email, other.email);
      assert.equal((await rota.meetingRequests.followUp(id)).status, 'active');
      // It is told of once its message is kept.
      await untilIdle(node());
      const { options } = await rota.meetingRequests.offerOptions(id, {
        starts_at: ['2026-03-30T10:00:00Z'],
      });
      const offered = options.find(({ status }) => status === 'offered');
      assert.equal(offered?.starts_at, '2026-03-30T10:00:00.000Z');
      const alan = { email: 'alan@example.net', name: 'Alan' };
      const joined = await rota.meetingRequests.addParticipants(id, { participants: [alan] });
      assert.deepEqual(joined.participant_emails, ['grace@example.org', alan.email]);
      const answer = { participant_email: 'grace@example.org', option_ids: [offered.id] };
      await rota.meetingRequests.answer(id, answer);
      const chosen = await rota.meetingRequests.answer(id, { ...answer, participant_email: alan.email });
      assert.deepEqual([chosen.status, chosen.starts_at], ['booked', offered.starts_at]);
      await rota.meetingRequests.reschedule(id);
      const booked = await rota.meetingRequests.book(id, { starts_at: '2026-04-01T10:00:00Z' });
      assert.equal(booked.starts_at, '2026-04-01T10:00:00.000Z');
      await rota.meetingRequests.reschedule(id, { starts_at: '2026-02-02T10:00:00Z' });
      const missed = await rota.meetingRequests.markNoShow(id, {
        by: 'guest',
        participant_emails: [alan.email],
      });
      assert.deepEqual(missed.no_show?.participant_emails, [alan.email]);
      const moved = await rota.meetingRequests.reschedule(id, { starts_at: '2026-04-02T10:00:00Z' });
      assert.equal(moved.ends_at, '2026-04-02T10:30:00.000Z');
      const cancelled = await rota.meetingRequests.cancel(id, { return_turn: true });
      const {
        participants,
        suggested_participants,
        calendar_changes,
        options: all,
        ...shown
      } = await rota.meetingRequests.get(id);
      assert.deepEqual(shown, cancelled);
      assert.deepEqual(
        participants.map(({ email, response }) => [email, response]),
        [
          ['grace@example.org', 'none'],
          ['alan@example.net', 'none'],
        ],
      );
      assert.deepEqual([suggested_participants, calendar_changes], [[], []]);
      assert.ok(all.some(({ id: optionId }) => optionId === offered.id));
      assert.deepEqual(await rota.meetingRequests.list({ team_id: team.id, status: 'cancelled' }).all(), [
        cancelled,
      ]);
      const types = (await rota.events.list({ limit: 2 }).page()).data.map(({ type }) => type);
      assert.deepEqual(types, ['meeting_request.cancelled', 'meeting_request.rescheduled']);
    });

    test('messages', async () => {
      const { id: requestId } = await rota.meetingRequests.create({
        organizer_email: (await someone()).email,
        participant_emails: ['grace@example.org'],
        notify_participants: false,
      });
      const id = await writeMessageAbout(node(), requestId);
      const message = await rota.messages.get(id);
      assert.deepEqual([message.kind, message.status], ['options', 'kept']);
      assert.deepEqual(await rota.meetingRequests.messages(requestId).all(), [message]);
      assert.deepEqual((await rota.messages.list({ status: 'kept' }).page()).data[0], message);
      assert.equal((await rota.messages.resend(id)).status, 'queued');
    });

    test('opt-outs', async () => {
      const { id } = await rota.meetingRequests.create({
        organizer_email: (await someone()).email,
        participant_emails: ['silent@example.org'],
      });
      await stopMessages(node(), id);
      const [optOut, ...others] = await rota.optOuts.list({ email: 'Silent@example.org' }).all();
      assert.equal(others.length, 0);
      assert.equal(optOut?.email, 'silent@example.org');
      assert.equal(await rota.optOuts.delete(optOut.id), undefined);
      assert.deepEqual(await rota.optOuts.list().all(), []);
    });

    test('inbound messages', async () => {
      const { email_address } = await rota.teams.create({ name: 'Support' });
      const raw = rawMail({ to: String(email_address) });
      const { data, meta } = await rota.inboundMessages.create(raw.toString());
      assert.deepEqual([data.to, meta.message_ids], [email_address, [data.id]]);
      const recipient = { recipient: String(email_address), sender: 'grace@example.org' };
      const again = await rota.inboundMessages.create(Uint8Array.from(raw), recipient);
      assert.deepEqual(again.meta, meta);
      await untilIdle(node());
    });

    test('seats', async () => {
      const [one, two, three] = [await someone(), await someone(), await someone()];
      const { meta } = await rota.seats.list().page();
      assert.equal(meta.entitlements[0]?.plan_key, 'pro');
      const seat = await rota.seats.assign(one.id);
      const many = await rota.seats.assignMany({ membership_ids: [two.id, three.id] });
      assert.equal(many.assigned.length, 2);
      assert.equal((await rota.seats.setCapacity({ capacity: 20, reason: 'Growth' })).seat_capacity, 20);
      assert.equal((await rota.seats.list().all()).length, 3);
      assert.equal(await rota.seats.remove(seat.membership_id), undefined);
      assert.equal((await rota.seats.list().all()).length, 2);
    });

    test('calendars', async () => {
      const member = await someone();
      const { id, ...calendar } = await rota.calendars.create(member.id, { type: 'pushed', name: 'Own' });
      assert.deepEqual(await rota.calendars.get(id), { id, ...calendar });
      assert.deepEqual(await rota.calendars.list(member.id).all(), [{ id, ...calendar }]);
      const [from, to] = ['2026-04-01T00:00:00Z', '2026-04-02T00:00:00Z'];
      assert.equal((await rota.calendars.replaceBusyTimes(id, { from, to, busy: [] })).health, 'ok');
      assert.equal((await rota.calendars.update(id, { name: null })).name, null);
      assert.equal(await rota.calendars.delete(id), undefined);
      const url = 'http://127.0.0.1:1/basic.ics';
      const fetched = await rota.calendars.create(member.id, { type: 'ics', url });
      assert.equal((await rota.calendars.sync(fetched.id)).url, url);
    });

    test('connections of calendars', async () => {
      const { id } = await someone();
      const begun = await rota.calendarConnections.create(id, { provider: 'google' });
      const { authorize_url, ...connection } = begun;
      assert.ok(authorize_url);
      assert.deepEqual(await rota.calendarConnections.get(connection.id), connection);
      assert.deepEqual(await rota.calendarConnections.getOfMember(id, connection.id), connection);
      assert.deepEqual(await rota.calendarConnections.list(id).all(), [connection]);
      assert.equal(await rota.calendarConnections.delete(connection.id), undefined);
      const other = await rota.calendarConnections.create(id, { provider: 'microsoft' });
      assert.equal(await rota.calendarConnections.deleteOfMember(id, other.id), undefined);
      assert.deepEqual(await rota.calendarConnections.list(id).all(), []);
    });

    test('webhook endpoints and deliveries', async () => {
      await using receiver = await Receiver.start();
      const { signing_secret, ...endpoint } = await rota.webhookEndpoints.create({
        url: receiver.url,
        events: ['meeting_request.created'],
        headers: [{ key: 'X-Token', value: 'abc' }],
      });
      assert.deepEqual(await rota.webhookEndpoints.get(endpoint.id), endpoint);
      assert.deepEqual(await rota.webhookEndpoints.list().all(), [endpoint]);
      assert.notEqual((await rota.webhookEndpoints.rotateSecret(endpoint.id)).signing_secret, signing_secret);
      const sent = await rota.webhookEndpoints.test(endpoint.id);
      await afterAttempts(node(), endpoint.id, sent.delivery_id, 1);
      const delivery = await rota.webhookEndpoints.deliveries.get(endpoint.id, sent.delivery_id);
      assert.deepEqual([delivery.status, delivery.attempt_log.length], ['success', 1]);
      const { attempt_log, ...listed } = delivery;
      const succeeded = rota.webhookEndpoints.deliveries.list(endpoint.id, { status: 'success' });
      assert.deepEqual(await succeeded.all(), [listed]);
      const again = await rota.webhookEndpoints.deliveries.retry(endpoint.id, sent.delivery_id);
      assert.equal(again.status, 'pending');
      receiver.answer = 500;
      const refused = await rota.webhookEndpoints.test(endpoint.id);
      await afterAttempts(node(), endpoint.id, refused.delivery_id, 1);
      const now = await rota.webhookEndpoints.deliveries.retryNow(endpoint.id, refused.delivery_id);
      assert.deepEqual([now.status, now.attempts], ['pending', 1]);
      const since = '2026-01-01T00:00:00Z';
      assert.deepEqual(await rota.webhookEndpoints.recover(endpoint.id, { since }), { recovered: 0 });
      assert.equal((await rota.webhookEndpoints.update(endpoint.id, { enabled: false })).enabled, false);
      assert.equal(await rota.webhookEndpoints.delete(endpoint.id), undefined);
      assert.deepEqual(await rota.webhookEndpoints.list().all(), []);
    });

    test('workspace, keys and the audit log', async () => {
      assert.equal((await rota.workspace.get()).handle, 'acme');
      assert.equal((await rota.workspace.update({ name: 'Ajax' })).name, 'Ajax');
      const settings = await rota.workspace.scheduling.get();
      const longer = await rota.workspace.scheduling.update({ duration_minutes: 40 });
      assert.deepEqual(longer, { ...settings, duration_minutes: 40 });
      const branding = await rota.workspace.branding.get();
      const named = await rota.workspace.branding.update({ company_name: 'Ajax Ltd' });
      assert.deepEqual(named, { ...branding, company_name: 'Ajax Ltd' });
      for (const [picture, type] of [
        [pictures.png, 'image/png'],
        [pictures.jpeg, 'image/jpeg'],
        [pictures.webp, 'image/webp'],
      ] as const) {
        assert.equal((await rota.workspace.branding.setLogo(picture)).logo?.content_type, type);
      }
      assert.equal(await rota.workspace.branding.deleteLogo(), undefined);
      const { key, ...made } = await rota.apiKeys.create({ name: 'CRM', scopes: ['teams.read'] });
      assert.match(key, /^sk_live_/);
      assert.deepEqual((await rota.apiKeys.list().page()).data[0], made);
      const changed = await rota.apiKeys.update(made.id, { name: 'Sync', allowed_networks: ['192.0.2.7'] });
      assert.deepEqual(changed, { ...made, name: 'Sync', allowed_networks: ['192.0.2.7'] });
      const { key: next, id } = await rota.apiKeys.reroll(made.id, { grace_hours: 1 });
      assert.match(next, /^sk_live_/);
      assert.notEqual(id, made.id);
      assert.equal(await rota.apiKeys.revoke(made.id, { with_descendants: true }), undefined);
      const [entry] = await rota.auditLog.list({ target_id: made.id, action: 'api_key.revoked' }).all();
      assert.deepEqual(entry?.target, { type: 'api_key', id: made.id });
    });

    test('operators', async () => {
      const { workspaces, usage } = operator;
      const { id, owner, entitlements } = await workspaces.create({
        name: 'Globex',
        handle: 'globex',
        external_id: 'cus_globex',
        owner: { email: 'hank@example.com' },
        entitlement: { plan_key: 'pro', seat_capacity: 5 },
      });
      assert.equal(owner.email, 'hank@example.com');
      const [found] = await workspaces.list({ external_id: 'cus_globex' }).all();
      assert.equal(found?.id, id);
      assert.equal((await workspaces.update(id, { name: 'Globex Inc.' })).name, 'Globex Inc.');
      assert.equal((await workspaces.suspend(id, { reason: 'Overdue' })).suspended_reason, 'Overdue');
      assert.equal((await workspaces.resume(id)).status, 'active');
      assert.equal((await workspaces.delete(id, { grace_days: 1 })).status, 'deleting');
      assert.equal((await workspaces.restore(id)).status, 'active');
      const { key } = await workspaces.apiKeys.create(id, { name: 'Theirs', scopes: ['workspace.read'] });
      assert.equal((await new Rota({ url: node().url, key }).workspace.get()).id, id);
      const entitlementId = String(entitlements[0]?.id);
      const more = await workspaces.entitlements.update(id, entitlementId, { seat_capacity: 6 });
      assert.equal(more.seat_capacity, 6);
      const soft = { plan_key: 'trial', seat_capacity: 1, enforcement_mode: 'soft' } as const;
      const trial = await workspaces.entitlements.create(id, soft);
      assert.equal((await workspaces.entitlements.end(id, trial.id)).active, false);
      assert.equal((await workspaces.entitlements.list(id).all()).length, 2);
      assert.equal((await workspaces.limits.update(id, { teams: 2 })).teams.effective, 2);
      assert.equal((await workspaces.limits.get(id)).teams.set, 2);
      assert.equal((await workspaces.get(id)).limits.teams.set, 2);
      assert.ok(Array.isArray(await workspaces.usage(id, { from: '2026-01' })));
      assert.ok(Array.isArray(await usage.list({ month: '2026-01' }).all()));
    });

    test('privacy', async () => {
      const retention = await rota.workspace.retention.get();
      const shorter = await rota.workspace.retention.update({ messages_days: 90 });
      assert.deepEqual(shorter, { ...retention, messages_days: 90 });
      const email = 'forget-me@example.org';
      assert.deepEqual((await rota.exports.page({ email, limit: 100 })).data, []);
      const erasure = await rota.erasures.create({ email, cancel_open_requests: true });
      assert.equal((await rota.erasures.get(erasure.id)).created_at, erasure.created_at);
      assert.equal((await rota.erasures.list().page()).data[0]?.id, erasure.id);
    });

    test('the service itself', async () => {
      assert.deepEqual(await rota.service.health(), { status: 'ok' });
      assert.deepEqual(await rota.service.readiness(), { status: 'ok' });
      assert.match(await rota.service.metrics(), /^rota_/m);
      assert.match(await rota.service.reference(), /<title>Rota API reference/);
      assert.equal((await rota.service.description()).openapi, '3.1.1');
    });

    test('has been answered on every operation that the API has, after all that', async () => {
      const { paths } = (await rota.service.description()) as unknown as OpenApiDocument;
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => {
          const pattern = `^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '[a-z]+_[0-9A-Z]{26}')}$`;
          return new RegExp(pattern);
        }),
      );
      assert.ok(operations.length > 50);
      const missing = operations.filter((operation) => !answered.some((call) => operation.test(call)));
      assert.deepEqual(missing, [], 'call them above');
    });
  },
  { environment: silentProviders },
);
