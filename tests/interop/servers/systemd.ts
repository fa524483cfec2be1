// systemd's tools, which judge a unit without a systemd that runs.
import { packageFiles } from '../../../scripts/downloads/debian-packages.ts';

const PACKAGES = {
  names: ['systemd'],
  needs: (name: string) => /^lib(systemd|seccomp|apparmor|kmod|ip4tc|cryptsetup|fdisk)/.test(name),
  instead: 'on another machine, `npm test` alone has to do',
};

export const systemdFiles = () => packageFiles(PACKAGES);
