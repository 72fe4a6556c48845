/** Protocol files for tests: a small one, and versions of it in the database. */
import { createHash, randomUUID } from 'node:crypto'
import { prisma } from '@/lib/platform/server/db'
import { loadStoredProtocols } from '@/lib/platform/server/stored-protocols'
import { protocolIdOf } from '@/lib/protocols/kept-protocols'
import { checkFile } from '@/lib/protocols/language/check/check-file'

/** A question about the sentences of a response, and one about the whole. */
export const sentenceFile = (id: string, version = 1): string => `assay: protocol/1
id: ${id}
version: ${version}
title: Errors in sentences
summary: Find the sentences of a response that are wrong.
record:
  id: /id
  content: {response: /response}
  hidden: {model: /model}
show:
  - {title: Response, text: response}
units:
  - {id: sentence, from: splitter, text: response}
stages:
  - id: label
    raters: 2
    policy: reviewer
    questions:
      - id: label
        on: sentence
        ask: Is it right?
        form: choice
        options:
          - {value: right, key: r, tone: positive, says: All of it holds.}
          - {value: wrong, key: w, tone: negative, says: Something in it is false.}
      - id: kinds
        on: sentence
        ask: In which way?
        form: set
        required: true
        when: sentence.label == "wrong"
        options:
          - {value: number, says: A number or a date is wrong.}
          - {value: name, says: Somebody or something else is meant.}
      - id: grade
        ask: How good is it?
        form: scale
        min: 1
        max: 5
        anchors: {1: bad, 5: good}
    rollUp:
      errors: size(sentences.filter(s, s.label == "wrong"))
label:
  values: [{value: true, text: Right, tone: positive}, {value: false, text: Wrong, tone: negative}]
  rules:
    every: {title: Every sentence right, says: One wrong sentence makes it wrong., is: 'sentences.all(s, s.label == "right")'}
guidelines: Judge each sentence as it is meant where it stands.
tests:
  - record: {id: a, response: One. Two., sentences: [{text: One., label: right}, {text: Two., label: wrong, kinds: [number]}], grade: 3}
    roundtrip: true
    expect: {errors: 1}
`

interface Published {
  source?: string
  by?: { id: string } | null
}

/** Stores a version as another process would: it is not loaded here. */
export async function storeProtocolVersion({
  source = sentenceFile(`made-file-${randomUUID()}`),
  by = null,
}: Published = {}) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(`the file of the test has problems: ${JSON.stringify(checked.problems)}`)
  const { definition } = checked
  const { id, version } = definition
  await prisma().protocolVersion.create({
    data: {
      id,
      version,
      title: String(definition.title),
      source,
      definition: definition as object,
      hash: createHash('sha256').update(source).digest('hex'),
      files: [],
      createdById: by?.id ?? null,
    },
  })
  return { id, version, protocolId: protocolIdOf(definition), definition, source }
}

/**
 * Stores a version of a file, the small one with an id of its own unless it is given, and loads it here. The id is drawn, because journeys
 * make theirs from several processes in one database.
 */
export async function makeProtocolVersion(published: Published = {}) {
  const stored = await storeProtocolVersion(published)
  await loadStoredProtocols()
  return stored
}
