/** VeriScore's published files go in, in pieces of one claim, and come out again. */
import { expect, test } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma } from '@/lib/platform/server/db'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { splitLine } from '@/lib/protocols/veriscore-verification/formats/split'
import { actorOf } from '@/tests/actors'
import { filesIn, recordsOf, textIn } from '@/tests/data-folders'
import { describeData } from '@/tests/describe-data'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { makeAllGold } from '@/tests/make-all-gold'

const EXAMPLES = { within: 'veriscore', named: /^few_shot.*\.jsonl$/ }
const PIPELINE = { within: 'veriscore', named: /^(?!few_shot).*\.jsonl$/ }

async function projectWith(text: string, protocolId = 'veriscore-verification') {
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  await importFile(manager, project, text)
  return {
    project,
    manager,
    exportOf: async (key: string) => (await downloadExport(manager, project.id, key)).text(),
  }
}

const goldIn = (projectId: string) => prisma().task.count({ where: { projectId, state: 'gold' } })

/** What a line becomes: a piece for each of its claims. */
function piecesOf(line: JsonRecord) {
  const split = splitLine(line)
  if (!split.ok) throw new Error(JSON.stringify(split.problems))
  return split.records
}

describeData('VeriScore’s examples', { files: [EXAMPLES] }, (folder) => {
  test.each(filesIn(folder, EXAMPLES))('%s: all in as gold and out again', async (name) => {
    const text = textIn(folder, `veriscore/${name}`)
    const expected = recordsOf(text)
    const { project, manager, exportOf } = await projectWith(text)
    expect(await goldIn(project.id)).toBe(expected.length)
    for (const key of ['few-shot', 'few-shot-examples']) expect(recordsOf(await exportOf(key)), key).toEqual(expected)
    await importFile(manager, project, text)
    expect(await goldIn(project.id)).toBe(expected.length)
    const other = await projectWith(await exportOf('native'))
    expect(recordsOf(await other.exportOf('few-shot'))).toEqual(expected)
  })
})

describeData('files of VeriScore’s pipeline', { files: [PIPELINE] }, (folder) => {
  test.each(filesIn(folder, PIPELINE))('%s: in by claims, and every piece out again', async (name) => {
    const text = textIn(folder, `veriscore/${name}`)
    const pieces = recordsOf(text).flatMap(piecesOf)
    const { project, exportOf } = await projectWith(text)
    expect(await makeAllGold(project.id)).toBe(pieces.length)
    const written = await exportOf('pipeline')
    expect(recordsOf(written)).toEqual(pieces)
    const other = await projectWith(written)
    await makeAllGold(other.project.id)
    expect(await other.exportOf('pipeline')).toBe(written)
  })

  test.each(filesIn(folder, PIPELINE))('%s: every response is a text to list claims of', async (name) => {
    const text = textIn(folder, `veriscore/${name}`)
    const { project } = await projectWith(text, 'veriscore-preference')
    const items = await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
    expect(items.map(({ record }) => JSON.parse(record))).toEqual(recordsOf(text))
  })
})
