/** The API document as it was last written down, docs/openapi.json, and how it is written: a line for each operation and component. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { ApiDocument } from '@/lib/platform/api/openapi'

export const KEPT_DOCUMENT = 'docs/openapi.json'

/** Lines, so that a change is seen where it is and branches that change different ones are merged. */
export function inLines({ paths, components, ...head }: ApiDocument): string {
  const lines = (entries: object, indent: string, write: (value: unknown, indent: string) => string): string => {
    const all = Object.entries(entries).map(
      ([key, value]) => `${indent}${JSON.stringify(key)}: ${write(value, indent)}`,
    )
    return `{\n${all.join(',\n')}\n${indent.slice(1)}}`
  }
  const flat = (value: unknown) => JSON.stringify(value)
  const nested = (value: unknown, indent: string) => lines(value as object, `${indent} `, flat)
  return `${lines({ ...head, paths, components }, ' ', (value, indent) =>
    value === paths || value === components ? lines(value as object, `${indent} `, nested) : flat(value),
  )}\n`
}

export const readKept = (): string => readFileSync(KEPT_DOCUMENT, 'utf8')

export const writeKept = (document: ApiDocument): void => writeFileSync(KEPT_DOCUMENT, inLines(document))
