/**
 * The browser code that a first visit of the workbench loads, compressed as the server does it (gzip), from the build.
 * Polyfills are left out: current browsers do not load them. Code that loads on demand (guidelines drawer) is left out.
 */
import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { ensureBuild } from '@/scripts/launch/build'
import { say } from './setting/app'

const ROUTE = '/(app)/projects/[projectId]/tasks/[taskId]/annotate/page'
const GOAL_KB = 200

const routeSchema = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) })
const buildSchema = z.object({ rootMainFiles: z.array(z.string()) })

/** Every file that the route's layouts, boundaries and page bring along. */
function filesOfRoute(): string[] {
  const context = { __RSC_MANIFEST: {} as Record<string, unknown> }
  vm.runInNewContext(readFileSync(`.next/server/app${ROUTE}_client-reference-manifest.js`, 'utf8'), {
    globalThis: context,
  })
  return Object.values(routeSchema.parse(context.__RSC_MANIFEST[ROUTE]).entryJSFiles).flat()
}

await ensureBuild(new AbortController().signal)
const { rootMainFiles } = buildSchema.parse(JSON.parse(readFileSync('.next/build-manifest.json', 'utf8')))
const files = [...new Set([...rootMainFiles, ...filesOfRoute()])]
const sizes = files.map((file) => {
  const code = readFileSync(`.next/${file}`)
  return { file, bytes: code.length, compressed: gzipSync(code).length }
})
for (const { file, bytes, compressed } of sizes.sort((a, b) => b.compressed - a.compressed))
  say(`${(compressed / 1000).toFixed(1).padStart(7)} kB  (${(bytes / 1000).toFixed(0)} kB)  ${file}`)
const total = sizes.reduce((sum, each) => sum + each.compressed, 0) / 1000
say(`workbench: ${total.toFixed(1)} kB compressed in ${files.length} files (goal: under ${GOAL_KB} kB)`)
