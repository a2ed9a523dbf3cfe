/**
 * How long a Ready is believed that cannot be read any more, or whose proof does not hold for a moment.
 *
 * A new node makes a DaemonSet unready, and a rolling API server hides a cluster: neither is worth a night. No gate opens on
 * such a word.
 */
export const PATIENCE_MS = 120_000
