import { forbidden, type RotaError, validationError } from '../../../errors.ts';
import { createNetworkCheck, isNetwork, isWithin, plainAddress } from '../../../text/networks.ts';
import { asTyped, onOneLine } from '../../../text/plain-text.ts';

type NetworkCheck = (address: string) => boolean;

const MAX_CHECKS = 1_000;

/** The result says why a key is refused from an address; undefined if it isn't. It runs for every request. */
export function createNetworkRule() {
  /** By the stored text of the networks. */
  const checks = new Map<string, NetworkCheck>();

  function checkOf(networks: string): NetworkCheck {
    const known = checks.get(networks);
    if (known) return known;
    if (checks.size >= MAX_CHECKS) checks.clear();
    const made = createNetworkCheck(JSON.parse(networks) as string[]);
    checks.set(networks, made);
    return made;
  }

  return (networks: string | null, clientAddress: string): RotaError | undefined => {
    if (networks === null) return undefined;
    const address = plainAddress(clientAddress);
    return checkOf(networks)(address)
      ? undefined
      : forbidden(`This API key may not be used from ${address}: that is not in its allowed_networks`);
  };
}

/** Keeps a key from locking itself out. */
export function requireOwnAddress(networks: readonly string[] | null, clientAddress: string): void {
  const address = plainAddress(clientAddress);
  if (networks === null || createNetworkCheck(networks)(address)) return;
  throw validationError(
    `allowed_networks must include ${address}, where this call comes from: it is the calling key's own list`,
  );
}

export const networksIn = (stored: string | null) =>
  stored === null ? null : (JSON.parse(stored) as string[]);

/** Refuses anything but networks, and removes duplicates. Null: from anywhere. */
export function readNetworks(networks: readonly string[] | null): string[] | null {
  if (networks === null) return null;
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined) {
    throw validationError(
      `allowed_networks must be addresses or networks such as 192.0.2.0/24, and ${onOneLine(wrong) || 'an empty one'} is not`,
      {
        field: 'allowed_networks',
        plain: `“${asTyped(wrong)}” isn’t an address or a network. Write one such as 192.0.2.0/24 in each line.`,
      },
    );
  }
  return [...new Set(networks)];
}

/** A key can't pass on more than it has itself, so no other networks either. */
export function requireWithin(wanted: readonly string[] | null, own: readonly string[] | null): void {
  if (own === null) return;
  const wider = wanted === null ? 'anywhere' : wanted.find((network) => !isWithin(network, own));
  if (wider === undefined) return;
  throw validationError(
    `allowed_networks must be within those of the calling key, ${own.join(', ')}, and ${wider} is not`,
  );
}
