/** Labels of a record that become gold of a protocol file. */
import { expect, test } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { makeProtocolVersion } from '@/tests/support/protocol-file'

const FILE = `assay: protocol/1
id: imported-kinds
version: 1
title: Imported
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: first
    questions:
      - {id: verdict, ask: Is it so?, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}
      - {id: kind, ask: Of which kind?, form: choice, when: item.verdict == "n", options: [{value: date, says: A date.}, {value: name, says: A name.}]}
guidelines: Read.
`

test('holds no answer to a question that is not asked; the record keeps its own', async () => {
  const { protocolId } = await makeProtocolVersion({ source: FILE })
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  const record = { text: 'So.', verdict: 'y', kind: 'date' }
  await importFile(manager, project, JSON.stringify(record))
  expect(await prisma().gold.findFirstOrThrow({ where: { task: { projectId: project.id } } })).toMatchObject({
    answers: { item: { verdict: 'y' } },
  })
  const written = await (await downloadExport(manager, project.id, 'record')).text()
  expect(JSON.parse(written)).toEqual(record)
})
