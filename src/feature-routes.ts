// The whole API: what each feature serves to callers with a key.
import { availabilityRoutes } from './features/calendar/availability/routes.ts';
import { calendarRoutes } from './features/calendar/calendars/routes.ts';
import { connectionRoutes } from './features/calendar/connections/routes.ts';
import { eventRoutes } from './features/events/events/routes.ts';
import { webhookDeliveryRoutes } from './features/events/webhook-deliveries/routes.ts';
import { webhookEndpointRoutes } from './features/events/webhook-endpoints/routes.ts';
import { deactivationRoutes } from './features/leaving/deactivation/routes.ts';
import { erasureRoutes } from './features/leaving/erasures/routes.ts';
import { bookingLinkRoutes } from './features/meetings/booking-links/routes.ts';
import { inboxRoutes } from './features/meetings/inbox/routes.ts';
import { meetingTypeRoutes, slotRoutes } from './features/meetings/meeting-types/routes.ts';
import { messageRoutes } from './features/meetings/messages/routes.ts';
import { meetingRequestRoutes } from './features/meetings/requests/routes.ts';
import { schedulingRoutes } from './features/meetings/scheduling/routes.ts';
import { billingRoutes } from './features/operators/billing/routes.ts';
import { operatorRoutes } from './features/operators/operator/routes.ts';
import { invitationRoutes } from './features/people/invitations/routes.ts';
import { memberRoutes } from './features/people/members/routes.ts';
import { optOutRoutes } from './features/people/opt-outs/routes.ts';
import { seatRoutes } from './features/people/seats/routes.ts';
import { rotationRoutes } from './features/turns/rotation/routes.ts';
import { teamRoutes } from './features/turns/teams/routes.ts';
import { apiKeyRoutes } from './features/workspace/api-keys/routes.ts';
import { auditLogRoutes } from './features/workspace/audit-log/routes.ts';
import { brandingRoutes } from './features/workspace/branding/routes.ts';
import { retentionRoutes } from './features/workspace/retention/routes.ts';
import { schedulingSettingsRoutes } from './features/workspace/scheduling-settings/routes.ts';
import { workspaceRoutes } from './features/workspace/workspaces/routes.ts';
import type { Route } from './http/route.ts';

export const featureRoutes: Route[] = [
  ...teamRoutes,
  ...rotationRoutes,
  ...meetingTypeRoutes,
  ...bookingLinkRoutes,
  ...meetingRequestRoutes,
  ...schedulingRoutes,
  ...messageRoutes,
  ...optOutRoutes,
  ...inboxRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...calendarRoutes,
  ...connectionRoutes,
  ...deactivationRoutes,
  ...availabilityRoutes,
  ...slotRoutes,
  ...seatRoutes,
  ...webhookEndpointRoutes,
  ...webhookDeliveryRoutes,
  ...eventRoutes,
  ...workspaceRoutes,
  ...schedulingSettingsRoutes,
  ...brandingRoutes,
  ...apiKeyRoutes,
  ...auditLogRoutes,
  ...operatorRoutes,
  ...billingRoutes,
  ...erasureRoutes,
  ...retentionRoutes,
];
