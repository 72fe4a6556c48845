import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { CliError } from './exit-codes'
import { refuseUnwritable, writeWhole } from './write-file'

let folder = ''
const folders: string[] = []
const at = (name: string) => path.join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-write-'))
  folders.push(folder)
})
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true }))))

async function* brokenOff() {
  yield Buffer.from('the first half')
  throw new Error('the connection was closed')
}

describe('writeWhole', () => {
  it('leaves nothing of what breaks off, and an earlier file as it was', async () => {
    await expect(writeWhole(at('new'), brokenOff())).rejects.toThrow('the connection was closed')
    await writeFile(at('old'), 'whole')
    await expect(writeWhole(at('old'), brokenOff())).rejects.toThrow('the connection was closed')
    expect(await readdir(folder)).toEqual(['old'])
    expect(await readFile(at('old'), 'utf8')).toBe('whole')
  })

  it('replaces what a link leads to, with its rights, and no other file', async () => {
    await writeFile(at('kept'), 'old', { mode: 0o600 })
    await writeFile(at('kept.part'), 'of somebody else')
    await symlink(at('kept'), at('link'))
    await writeWhole(at('link'), ['new'])
    expect(await readFile(at('kept'), 'utf8')).toBe('new')
    expect((await stat(at('kept'))).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).sort()).toEqual(['kept', 'kept.part', 'link'])
    expect(await readFile(at('kept.part'), 'utf8')).toBe('of somebody else')
  })

  it('writes into what is no plain file', async () => {
    await writeWhole('/dev/null', ['gone'])
    expect((await stat('/dev/null')).isFile()).toBe(false)
  })
})

describe('refuseUnwritable', () => {
  it('refuses a folder, and a file in a folder that is not there', async () => {
    await expect(refuseUnwritable(folder)).rejects.toThrow(new CliError(2, `${folder} is a folder. Name a file in it.`))
    await expect(refuseUnwritable(at('none/file'))).rejects.toThrow(/Nothing can be written to .*none/)
    await expect(refuseUnwritable(at('file'))).resolves.toBeUndefined()
    await expect(refuseUnwritable('/dev/null')).resolves.toBeUndefined()
  })
})
