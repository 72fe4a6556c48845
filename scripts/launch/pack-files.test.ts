import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { packFiles } from './pack-files'

it('writes scripts and style sheets once more, packed, and leaves the rest', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, 'chunks'))
  const script = 'export const words = "Ä word, and another word."\n'.repeat(60)
  for (const name of ['chunks/a.js', 'b.css', 'c.woff2']) writeFileSync(path.join(folder, name), script)
  writeFileSync(path.join(folder, 'short.js'), 'export {}')
  await packFiles(folder)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  const written = ['chunks', 'chunks/a.js', 'chunks/a.js.br', 'chunks/a.js.gz', 'b.css', 'b.css.br', 'b.css.gz']
  expect(names).toEqual([...written, 'c.woff2', 'short.js'].toSorted())
  expect(brotliDecompressSync(readFileSync(path.join(folder, 'chunks/a.js.br'))).toString()).toBe(script)
  expect(gunzipSync(readFileSync(path.join(folder, 'b.css.gz'))).toString()).toBe(script)
})
