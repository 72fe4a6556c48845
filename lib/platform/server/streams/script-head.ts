/** Stands before the JSON of a receipt and the program that computes it again, so that the three are one file for Node. */
export const SCRIPT_HEAD =
  '// A receipt of Assay and the program that computes it again: node <this file>\nglobalThis.receipt =\n'
