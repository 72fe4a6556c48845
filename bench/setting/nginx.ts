/** An nginx of one's own on loopback before several web processes; null where the machine has none. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export interface Nginx {
  url: string
  stop(): Promise<void>
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/** A web process that does not answer is left out for a second, and what may be repeated is asked of the other one. */
const configuration = (folder: string, port: number, servers: readonly string[]) => `
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
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://assay;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_buffering off;
      proxy_read_timeout 300s;
      proxy_connect_timeout 2s;
    }
  }
}
`

export async function startNginx(port: number, servers: readonly string[]): Promise<Nginx> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-nginx-'))
  // Its worker is somebody else where root starts it, and keeps uploads below this folder.
  fs.chmodSync(folder, 0o755)
  const file = path.join(folder, 'nginx.conf')
  fs.writeFileSync(file, configuration(folder, port, servers))
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
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
