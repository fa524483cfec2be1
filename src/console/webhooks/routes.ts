import type { Route } from '../../http/route.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { endpointRoutes } from './endpoint-routes.ts';

export const webhookRoutes: Route[] = [...endpointRoutes, ...deliveryRoutes];
