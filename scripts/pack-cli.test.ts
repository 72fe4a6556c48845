import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { version } from '@/package.json'
import { packCommandLine } from './pack-cli'

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'assay-packed-'))
  const archive = await packCommandLine(folder)
  await promisify(execFile)('tar', ['-xzf', archive, '-C', folder])
})
afterAll(() => fs.rm(folder, { recursive: true }))

/** Runs the unpacked command line where no file of the repository is found, and with nothing of this environment. */
async function assay(args: readonly string[], env: Record<string, string> = {}) {
  const bare = { PATH: '', NODE_PATH: '', ...env } as unknown as NodeJS.ProcessEnv
  const file = path.join(folder, 'package/bin/assay.mjs')
  const ended = await promisify(execFile)(process.execPath, [file, ...args], { cwd: folder, env: bare }).catch(
    (error: { stdout: string; stderr: string; code: number }) => error,
  )
  return { code: 'code' in ended ? ended.code : 0, out: ended.stdout, err: ended.stderr }
}

it('says its version', async () => {
  expect(await assay(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

it('writes a protocol from an example and checks it with records, which a process of its own reads', async () => {
  expect(await assay(['protocols', 'new', 'my-types'])).toMatchObject({ code: 0, err: '' })
  const checked = await assay(['protocols', 'check', 'my-types.yaml', '--records', 'my-types.jsonl'])
  expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/No problems; .*Records: (\d+) of \1 read/s) })
})

it('asks a server with the token that it is given', async () => {
  const asked: unknown[] = []
  const server = createServer(({ method, url, headers }, response) => {
    asked.push([method, url, headers.authorization])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ projects: [], abilities: { createProjects: false } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const env = { ASSAY_URL: `http://127.0.0.1:${port}`, ASSAY_TOKEN: 'assay_secret' }
  const listed = await assay(['projects', 'list', '--json'], env)
  await new Promise((resolve) => server.close(resolve))
  expect(listed).toEqual({ code: 0, out: '[]\n', err: '' })
  expect(asked).toEqual([['GET', '/api/projects', 'Bearer assay_secret']])
})

it('has the licences of what is within it, and no dependency', async () => {
  const read = (file: string) => fs.readFile(path.join(folder, 'package', file), 'utf8')
  const licences = await read('THIRD-PARTY-LICENSES.txt')
  for (const name of ['commander', 'zod', 'yaml']) expect(licences).toMatch(new RegExp(`^${name} \\d.*\\(.+\\)$`, 'm'))
  expect(JSON.parse(await read('package.json'))).toMatchObject({ version, license: 'Apache-2.0' })
  expect(JSON.parse(await read('package.json'))).not.toHaveProperty('dependencies')
})
