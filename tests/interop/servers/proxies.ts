// nginx and Caddy in front of Rota, with the samples in deploy/ as they stand there, but for names, ports and files.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageFiles } from '../../../scripts/downloads/debian-packages.ts';
import { makeCertificate } from '../../support/receivers/certificate.ts';
import { libraries } from '../package-libraries.ts';
import { freePort, Program } from './server-of-others.ts';

const instead = 'on another machine, `npm test` alone has to do';
const NGINX = {
  names: ['nginx', 'libnginx-mod-stream'],
  needs: (name: string) => name === 'libpcre2-8-0',
  instead,
};
const CADDY = { names: ['caddy'], needs: () => false, instead };

export interface FrontProxy extends AsyncDisposable {
  /** Its address for https. */
  url: string;
  /** The certificate that it shows, to be trusted. */
  certificate: string;
  /** Its ports for plain HTTP and for mail; undefined where the proxy redirects by itself and passes on no mail. */
  others: { plain: number; mail: number } | undefined;
  /** What it has written of its calls. */
  log(): Promise<string>;
}

interface Behind {
  rotaPort: number;
  smtpPort: number;
}

interface ProxyOfOthers {
  name: string;
  passesOnMail: boolean;
  prepare(): Promise<void>;
  start(behind: Behind): Promise<FrontProxy>;
}

const sample = (file: string) => readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');

/** Each of these texts must stand in the sample. */
function adapt(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The sample has no "${from}"`);
    return changed.replaceAll(from, to);
  }, text);
}

async function folderWithCertificate() {
  const folder = await mkdtemp(path.join(tmpdir(), 'rota-proxy-'));
  const { key, cert } = makeCertificate();
  await writeFile(path.join(folder, 'fullchain.pem'), cert);
  await writeFile(path.join(folder, 'privkey.pem'), key, { mode: 0o600 });
  return { folder, certificate: cert, at: (name: string) => path.join(folder, name) };
}

const nginx: ProxyOfOthers = {
  name: 'nginx',
  passesOnMail: true,
  async prepare() {
    await packageFiles(NGINX);
  },
  async start({ rotaPort, smtpPort }) {
    const files = await packageFiles(NGINX);
    const { folder, certificate, at } = await folderWithCertificate();
    const [port, plainPort, mailPort] = [await freePort(), await freePort(), await freePort()];
    const http = adapt(await sample('nginx/rota.conf'), [
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['listen [::]:80;', ''],
      ['listen [::]:443 ssl http2;', ''],
      ['127.0.0.1:3000', `127.0.0.1:${rotaPort}`],
      ['/etc/ssl/rota/', `${folder}/`],
      ['/var/log/nginx/rota.log', at('log')],
    ]);
    const mail = adapt(await sample('nginx/rota-mail.conf'), [
      ['listen 25;', `listen 127.0.0.1:${mailPort};`],
      ['listen [::]:25;', ''],
      ['127.0.0.1:2525', `127.0.0.1:${smtpPort}`],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${at(name)};`)
      .join(' ');
    await writeFile(
      at('nginx.conf'),
      `load_module ${path.join(files, 'usr/lib/nginx/modules/ngx_stream_module.so')};
daemon off; pid ${at('pid')}; error_log stderr;
events {}
http { ${temporary} ${http} }
${mail}`,
    );
    const words = [path.join(files, 'usr/sbin/nginx'), '-p', folder, '-c', at('nginx.conf'), '-e', 'stderr'];
    const program = new Program(
      port,
      words as [string, ...string[]],
      { LD_LIBRARY_PATH: libraries(files, '') },
      'SIGTERM',
    );
    await program.start();
    return {
      url: `https://127.0.0.1:${port}`,
      certificate,
      others: { plain: plainPort, mail: mailPort },
      log: () => readFile(at('log'), 'utf8'),
      async [Symbol.asyncDispose]() {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

const caddy: ProxyOfOthers = {
  name: 'Caddy',
  passesOnMail: false,
  async prepare() {
    await packageFiles(CADDY);
  },
  async start({ rotaPort }) {
    const files = await packageFiles(CADDY);
    const { folder, certificate, at } = await folderWithCertificate();
    await mkdir(at('own'));
    const port = await freePort();
    const site = adapt(await sample('caddy/Caddyfile'), [
      [
        'rota.example.com {',
        `https://127.0.0.1:${port} {\n\ttls ${at('fullchain.pem')} ${at('privkey.pem')}`,
      ],
      ['127.0.0.1:3000', `127.0.0.1:${rotaPort}`],
      ['log {', `log {\n\t\toutput file ${at('log')}`],
    ]);
    const options = '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n';
    await writeFile(at('Caddyfile'), options + site);
    const program = new Program(
      port,
      [path.join(files, 'usr/bin/caddy'), 'run', '--config', at('Caddyfile'), '--adapter', 'caddyfile'],
      { XDG_DATA_HOME: at('own'), XDG_CONFIG_HOME: at('own') },
    );
    await program.start();
    return {
      url: `https://127.0.0.1:${port}`,
      certificate,
      others: undefined,
      log: () => readFile(at('log'), 'utf8'),
      async [Symbol.asyncDispose]() {
        await program.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

export const proxies: ProxyOfOthers[] = [nginx, caddy];
