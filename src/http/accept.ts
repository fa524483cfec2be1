import type { FastifyRequest } from 'fastify';

/**
 * Whether the caller names this type and doesn't prefer JSON. Without an Accept header, or with a wildcard, the
 * response is JSON. A HEAD request gets the headers of the JSON.
 */
export function prefers({ method, headers }: FastifyRequest, type: string): boolean {
  if (method !== 'GET') return false;
  const wanted = qualityOf(headers.accept ?? '', type);
  return wanted > 0 && wanted >= qualityOf(headers.accept ?? '', 'application/json');
}

/** From 0 to 1; 0 if the header doesn't name the type. */
function qualityOf(accept: string, type: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice('q='.length)) || 0;
  }
  return 0;
}
