/** The panes of a draft, as their tabs name them. */
export type PaneName = 'form' | 'yaml' | 'checks'
