/** Which of several files that are given at once are read together. Pure; runs in browsers and on the command line. */
import { isNamedSo } from '@/lib/platform/foreign/records/partners'
import type { JoinedFile } from '@/lib/protocols/records'

/** Names in the name of several files together, at most, in characters. */
const LONGEST_NAME = 200

/**
 * Each file of records with all second files that go by their names, the former first. Where no name tells which is which, as many files as
 * records and second files need are one group, in which a person says it; all others stand alone.
 */
export function groupFiles<File extends { name: string }>(
  files: readonly File[],
  join: readonly Pick<JoinedFile, 'file'>[],
): [File, ...File[]][] {
  const isSecond = ({ name }: File) => join.some((each) => isNamedSo(each, name))
  const seconds = files.filter(isSecond)
  const mains = files.filter((file) => !isSecond(file))
  if (seconds.length > 0 && mains.length > 0) return mains.map((main) => [main, ...seconds])
  const [first, ...others] = files
  if (first && join.length > 0 && seconds.length === 0 && files.length === join.length + 1) return [[first, ...others]]
  return files.map((file) => [file])
}

/**
 * The first of these protocols whose records and second files the files are, all together; null where there is none. `joins`: the second files of
 * each that has any. The first is the one that was chosen: under it they may be called anything.
 */
export function togetherUnder<File extends { name: string }>(
  files: readonly File[],
  joins: Readonly<Record<string, readonly Pick<JoinedFile, 'file'>[]>>,
  protocolIds: readonly string[],
): { protocolId: string; group: [File, ...File[]] } | null {
  for (const [index, protocolId] of protocolIds.entries()) {
    const join = joins[protocolId] ?? []
    const [group, ...others] = groupFiles(files, join)
    const isMeant = index === 0 || files.some(({ name }) => join.some((each) => isNamedSo(each, name)))
    if (group && others.length === 0 && group.length > 1 && isMeant) return { protocolId, group }
  }
  return null
}

/** Of files beside this one the first that is called like each second file. */
export const secondFiles = <File extends { name: string }>(
  main: string,
  beside: readonly File[],
  join: readonly Pick<JoinedFile, 'file'>[],
): File[] => join.flatMap((each) => beside.find(({ name }) => name !== main && isNamedSo(each, name)) ?? [])

/** What several files are called together. */
export function nameTogether(files: readonly { name: string }[]): string {
  const name = files.map((file) => file.name).join(' + ')
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name
}
