/** A part of a list: how many entries, and how many are skipped before them. */
export interface ListPage {
  readonly take: number;
  readonly skip: number;
}
