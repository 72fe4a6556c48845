/**
 * The browser code that a first visit of the workbench loads, compressed as the server sends it to browsers that take Brotli, from the build: what
 * every protocol's needs, and what each protocol adds; the total as gzip too. Polyfills are left out: current browsers do not load them. Code that
 * loads on demand (drawers, Markdown, signing out) is left out.
 */
import { existsSync, readFileSync } from 'node:fs'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { protocols } from '@/lib/protocols'
import { ensureBuild } from '@/scripts/launch/build'
import { say } from './setting/app'

const ROUTE = '/(app)/projects/[projectId]/tasks/[taskId]/annotate/page'
const GOAL_KB = 200

const routeSchema = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) })
const onDemandSchema = z.record(z.string(), z.object({ files: z.array(z.string()) }))
const buildSchema = z.object({ rootMainFiles: z.array(z.string()) })

/** Every file that the route's layouts, boundaries and page bring along. */
function filesOfRoute(): string[] {
  const context = { __RSC_MANIFEST: {} as Record<string, unknown> }
  vm.runInNewContext(readFileSync(`.next/server/app${ROUTE}_client-reference-manifest.js`, 'utf8'), {
    globalThis: context,
  })
  return Object.values(routeSchema.parse(context.__RSC_MANIFEST[ROUTE]).entryJSFiles).flat()
}

/** Files that are too short to be packed are sent as they are. */
const compressedKb = (file: string) =>
  readFileSync(existsSync(`.next/${file}.br`) ? `.next/${file}.br` : `.next/${file}`).length / 1000
const gzipKb = (file: string) => gzipSync(readFileSync(`.next/${file}`)).length / 1000
const sum = (files: readonly string[]) => files.reduce((total, file) => total + compressedKb(file), 0)

/** What a protocol's forms bring, by its id: of what loads on demand, the entry with the protocol in it. */
function filesOfProtocols(): Map<string, string[]> {
  const manifest = `.next/server/app${ROUTE}/react-loadable-manifest.json`
  const entries = Object.values(onDemandSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))))
  const codeOf = ({ files }: { files: string[] }) => files.map((file) => readFileSync(`.next/${file}`, 'utf8')).join('')
  return new Map(
    protocols.map(({ id }) => {
      const entry = entries.find((each) => codeOf(each).includes(`id:"${id}",domains:`))
      if (!entry) throw new Error(`no file on demand holds the protocol ${id}`)
      return [id, entry.files]
    }),
  )
}

await ensureBuild(new AbortController().signal, { checkTypes: false })
const { rootMainFiles } = buildSchema.parse(JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')))
const files = [...new Set([...rootMainFiles, ...filesOfRoute()])]
for (const file of files.toSorted((a, b) => compressedKb(b) - compressedKb(a)))
  say(
    `${compressedKb(file).toFixed(1).padStart(7)} kB  ${rootMainFiles.includes(file) ? 'framework' : '         '}  ${file}`,
  )
const total = sum(files)
const gzipTotal = files.reduce((all, file) => all + gzipKb(file), 0)
say(
  `framework: ${sum(rootMainFiles).toFixed(1)} kB of ${total.toFixed(1)} kB for every workbench, in ${files.length} files; as gzip ${gzipTotal.toFixed(1)} kB`,
)
for (const [id, own] of filesOfProtocols()) {
  const more = sum(own.filter((file) => !files.includes(file)))
  say(`${id}: ${(total + more).toFixed(1)} kB, ${more.toFixed(1)} kB of it its own (goal: under ${GOAL_KB} kB)`)
}
