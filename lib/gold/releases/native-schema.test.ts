import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nativeJsonSchema } from './native-schema'

test('the schema in the documentation is the one that is served', () => {
  expect(JSON.parse(readFileSync('docs/native.schema.json', 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(nativeJsonSchema())),
  )
})
