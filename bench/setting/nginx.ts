/** An nginx of one's own on loopback before several web processes; null where the machine has none. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@/scripts/postgres/postmaster'

export interface Nginx {
  url: string
  /** Addresses that lead to one web process each, in the order of the servers. */
  singleUrls: string[]
  stop(): Promise<void>
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/** Every address says the same `Host`: a web process answers to no other. */
const serverBlock = (listen: number, ownPort: number, upstream: string) => `
  server {
    listen 127.0.0.1:${listen};
    client_max_body_size 0;
    location / {
      proxy_pass http://${upstream};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host 127.0.0.1:${ownPort};
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffering off;
      proxy_read_timeout 300s;
      proxy_connect_timeout 2s;
    }
  }`

/** A web process that does not answer is left out for a second, and what may be repeated is asked of the other one. */
const configuration = (folder: string, port: number, servers: readonly string[], singlePorts: readonly number[]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  upstream assay {
${servers.map((server) => `    server ${new URL(server).host} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 64;
  }
${serverBlock(port, port, 'assay')}
${servers.map((address, index) => serverBlock(singlePorts[index] ?? 0, port, new URL(address).host)).join('\n')}
}
`

export async function startNginx(port: number, servers: readonly string[]): Promise<Nginx> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-nginx-'))
  // Its worker is somebody else where root starts it, and keeps uploads below this folder.
  fs.chmodSync(folder, 0o755)
  const file = path.join(folder, 'nginx.conf')
  const singlePorts = await Promise.all(servers.map(() => freePort(0)))
  fs.writeFileSync(file, configuration(folder, port, servers, singlePorts))
  const child: ChildProcess = spawn('nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(fs.readFileSync(path.join(folder, 'error.log'), 'utf8'))
    await pause(100)
  }
  return {
    url,
    singleUrls: singlePorts.map((single) => `http://127.0.0.1:${single}`),
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
