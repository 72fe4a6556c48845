// Loaded into a process of the product before anything else: its clock can be put forward and back by a message.
'use strict'

const RealDate = Date
let shift = 0

class ShiftedDate extends RealDate {
  // Its own, because Next copies what a clock has of its own and nothing else.
  static UTC = RealDate.UTC
  static parse = RealDate.parse

  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }

  static now() {
    return RealDate.now() + shift
  }

  // Dates that Node makes by itself are dates as well.
  static [Symbol.hasInstance](value) {
    return value instanceof RealDate
  }
}
Object.defineProperty(ShiftedDate, 'name', { value: 'Date' })
globalThis.Date = ShiftedDate

process.on('message', (message) => {
  if (typeof message?.shiftClockMs === 'number') shift = message.shiftClockMs
})
// Listening to the parent keeps nobody alive.
process.channel?.unref()
