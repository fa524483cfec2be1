import type { Route } from '../http/route.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { auditLogRoutes } from './audit-log/routes.ts';
import { firstStepRoutes } from './first-steps/routes.ts';
import { liveRoutes } from './live/routes.ts';
import { meetingTypeRoutes } from './meeting-types/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { requestRoutes } from './requests/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { seatRoutes } from './seats/routes.ts';
import { brandingRoutes } from './settings/branding-routes.ts';
import { embeddingRoutes } from './settings/embedding-routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { teamRoutes } from './teams/routes.ts';
import { deliveryRoutes } from './webhooks/delivery-routes.ts';
import { endpointRoutes } from './webhooks/endpoint-routes.ts';
import { welcomeRoutes } from './welcome/routes.ts';

/** Every page and form of the console. They aren't part of the API. */
export const consoleRoutes: Route[] = [
  ...overviewRoutes,
  ...welcomeRoutes,
  ...firstStepRoutes,
  ...requestRoutes,
  ...meetingTypeRoutes,
  ...teamRoutes,
  ...memberRoutes,
  ...endpointRoutes,
  ...deliveryRoutes,
  ...messageRoutes,
  ...searchRoutes,
  ...seatRoutes,
  ...apiKeyRoutes,
  ...auditLogRoutes,
  ...settingsRoutes,
  ...brandingRoutes,
  ...embeddingRoutes,
  ...profileRoutes,
  ...liveRoutes,
  ...signInRoutes,
];
