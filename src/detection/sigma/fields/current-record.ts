// The record that is being looked at. One is asked for many fields: its keys are walked once.
import { type Shape, shapeOf, shapeOfMany } from './shapes.ts'

let lastRecord: object | null = null
let lastShape: Shape | null = null
let turn = 0

/** It must not change until `endRecord`. */
export function beginRecord(record: object): Shape {
  lastShape = shapeOfMany(record)
  lastRecord = record
  turn++
  return lastShape
}

/** Another number with each record begun: what was read of one holds as long as the number does. */
export const recordTurn = (): number => turn

export function endRecord(): void {
  lastRecord = null
}

export function shapeOfRecord(record: object): Shape {
  return record === lastRecord ? lastShape! : shapeOf(record)
}
