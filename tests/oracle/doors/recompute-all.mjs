/**
 * Runs the program of receipts, as it ships, over many receipts in one process: node recompute-all.mjs FILE --json, one
 * receipt a line. Prints a line for each: what the program printed, and the code that it ended with.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const program = pathToFileURL(path.resolve('public/receipts/recompute.mjs')).href
const print = console.log
const receipts = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n')
for (const [index, line] of receipts.entries()) {
  let printed = ''
  console.log = (text) => {
    printed += text
  }
  globalThis.receipt = JSON.parse(line)
  // Another query is another module: the program runs anew, as in a process of its own.
  await import(`${program}?receipt=${index}`)
  print(JSON.stringify({ code: process.exitCode, found: JSON.parse(printed) }))
}
process.exitCode = 0
