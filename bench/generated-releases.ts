/**
 * Releases of generated projects, read by Python's readers in every environment that `npm run python` made: every value of every table has to be the
 * one that the database has, alone, behind another project's table and behind an empty one's. The projects are of all built-in protocols, of the
 * examples of protocol files and of changed examples; their records and answers hold what breaks readers. Ends with an error at the first difference.
 * Run: npm run bench -- generated-releases [--projects 100] [--first 0] [--keep folder]
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readyPythons } from '@/tests/python/environments'
import { readWith } from '@/tests/python/read-with'
import { withThrowAwayDatabase } from '@/tests/support/throw-away-database'
import { say } from './setting/app'

const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '100' },
    first: { type: 'string', default: '0' },
    keep: { type: 'string' },
  },
})
/** Changed examples of protocol files, beside the examples and the built-in protocols. */
const CHANGED = 6

const seconds = (since: number) => `${Math.round((performance.now() - since) / 1000)} s`

await withThrowAwayDatabase('generated_releases', async () => {
  const { generatedSources, generateProject } = await import('./setting/generated-project')
  const { makeRelease, writeReleases } = await import('@/tests/python/release-folders')
  const { splitChoiceSchema } = await import('@/lib/gold/releases/release/splits/contract')
  const shares = ['train', 'test'].map((name) => ({ name, percent: 50 }))
  const halves = splitChoiceSchema.parse({ by: 'shares', shares })
  const pythons = readyPythons()
  if (pythons.length === 0) throw new Error('npm run python makes the environments that releases are read in.')
  const root = values.keep ?? (await mkdtemp(path.join(tmpdir(), 'generated-releases-')))
  await mkdir(root, { recursive: true })
  try {
    const start = performance.now()
    const sources = await generatedSources(CHANGED)
    const releases: Parameters<typeof writeReleases>[1][number][] = []
    const [first, count] = [Number(values.first), Number(values.projects)]
    for (let number = first; number < first + count; number++) {
      const { project, manager, items } = await generateProject(sources, number)
      const release = await makeRelease(manager, project, number % 4 === 1 && items >= 4 ? halves : null)
      if (release.state !== 'ready') throw new Error(`${project.name} (${project.protocolId}): ${release.error}`)
      releases.push({ ...release, project })
    }
    const folders = await writeReleases(root, releases)
    const protocols = new Set(releases.map(({ project }) => project.protocolId)).size
    say(`${folders.length} releases of ${protocols} protocols made in ${seconds(start)}`)
    await writeFile(path.join(root, 'folders.txt'), folders.join('\n'))
    for (const each of pythons) await readWith(each, folders, 'Generated releases')
    return true
  } finally {
    if (!values.keep) await rm(root, { recursive: true, force: true })
  }
})
