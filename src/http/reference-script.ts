// Takes the reference component's script from its package, where it is part of a Fastify plugin, and compresses it.
import reference from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { compress } from './public-file.ts';

const pages = Fastify();
await pages.register(reference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } });
const { statusCode, rawPayload } = await pages.inject('/docs/js/scalar.js');
if (statusCode !== 200) throw new Error('The package of the reference component has no script any more');
process.send?.(await compress(rawPayload), () => process.disconnect());
