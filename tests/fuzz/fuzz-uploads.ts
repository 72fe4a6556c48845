/** Hostile files as the body of a request: predictions, ratings, machine outputs, documents of the corpus. */
import { checkPredictions } from '@/lib/gold/evaluation/check-predictions'
import { prisma } from '@/lib/platform/server/db'
import { headersOf, makeScene, type Scene } from '@/tests/access/scene'
import { callRoute, textOf } from '@/tests/support/call-route'
import { fileFor } from './fuzz-files'
import type { Json } from './hostile'
import { Journal } from './journal'
import { DOCUMENTS, PREDICTIONS, RATINGS, realFiles, samplesOf } from './seeds'
import { newTally, type Tally, watched } from './tally'

interface Upload {
  path: `/api/${string}`
  query: Record<string, string>
  records: readonly Json[]
}

/** What takes a file besides imports. */
export const uploads: readonly Upload[] = [
  { path: '/api/agreement', query: {}, records: RATINGS },
  {
    path: '/api/projects/{projectId}/evaluations',
    query: { task: 'segments', fileName: 'a.jsonl' },
    records: PREDICTIONS,
  },
  { path: '/api/projects/{projectId}/outputs', query: { fileName: 'a.jsonl' }, records: samplesOf('felm') },
  { path: '/api/projects/{projectId}/corpus', query: { fileName: 'a.jsonl' }, records: DOCUMENTS },
]

/** An evaluation that failed or was refused stays to be read; its predictions do not. */
const TRACES = ['public.evaluations', 'public.evaluation_chunks', 'public.events', 'graphile_worker']

export async function fuzzUpload(upload: Upload, inputs: number, seed: number): Promise<Tally> {
  const tally = newTally(`files to ${upload.path}`)
  const scene = await makeScene('gold')
  const headers = await headersOf(scene, 'manager')
  const files = realFiles('outputs')
  const journal = await Journal.open()
  for (let index = 0; index < inputs; index++) {
    tally.inputs += 1
    const file = fileFor(upload.records, files, seed + index)
    const said = await watched(tally, sendOnce(upload, scene, { headers, file })).catch((error: unknown) => ({
      isGood: false,
      wrong: String(error),
    }))
    const written = (await journal.changed()).filter((table) => !TRACES.some((trace) => table.startsWith(trace)))
    if (said === 'hang' || said.wrong)
      tally.failures.push(`seed ${seed + index}: ${said === 'hang' ? said : said.wrong}`)
    const isGood = said !== 'hang' && said.isGood
    tally[isGood ? 'accepted' : 'refused'] += 1
    if (!isGood && written.length > 0)
      tally.failures.push(`seed ${seed + index}: refused, and wrote to ${written.join(', ')}`)
  }
  return tally
}

async function sendOnce(
  { path, query }: Upload,
  { project }: Scene,
  { headers, file }: { headers: Record<string, string>; file: Buffer },
): Promise<{ isGood: boolean; wrong: string }> {
  const params = { projectId: project.id }
  const response = await callRoute({ method: 'POST', path }, { params, query, headers, body: new Uint8Array(file) })
  const text = await textOf(response)
  if (response.status >= 500) return { isGood: false, wrong: text.slice(0, 300) }
  if (response.status >= 400) return { isGood: false, wrong: '' }
  // Machine outputs are answered with what is wrong in them; then nothing of them is taken.
  if (path.endsWith('/outputs')) return { isGood: JSON.parse(text).problems.length === 0, wrong: '' }
  if (!path.endsWith('/evaluations')) return { isGood: true, wrong: '' }
  const { id } = JSON.parse(text)
  await checkPredictions(id, new AbortController().signal)
  const { state } = await prisma().evaluation.findUniqueOrThrow({ where: { id } })
  return { isGood: state === 'done', wrong: state === 'done' || state === 'refused' ? '' : `is ${state}` }
}
