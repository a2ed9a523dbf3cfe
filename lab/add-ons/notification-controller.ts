import type { Lab } from '../lab.ts'
import { Program } from '../process/program.ts'

/** The notification-controller of Flux, and where it takes events. */
export interface NotificationController {
  readonly program: Program
  readonly eventsUrl: string
}

/** Prepares Flux's notification-controller for the management cluster, which has no nodes for its Pod. */
export async function notificationController(lab: Lab): Promise<NotificationController> {
  const { ports, programs } = lab.site
  const [events, health, metrics, receiver] = [
    `127.0.0.1:${await ports.take()}`,
    `127.0.0.1:${await ports.take()}`,
    `127.0.0.1:${await ports.take()}`,
    `127.0.0.1:${await ports.take()}`,
  ]
  const program = new Program({
    name: 'notification-controller',
    path: programs['notification-controller'],
    args: [
      `--events-addr=${events}`,
      `--health-addr=${health}`,
      `--metrics-addr=${metrics}`,
      `--receiverAddr=${receiver}`,
      '--enable-leader-election=false',
      '--log-level=debug',
    ],
    env: {
      KUBECONFIG: await lab.management.componentKubeconfig('notification-controller'),
      RUNTIME_NAMESPACE: 'flux-system',
    },
    logFile: lab.site.log('notification-controller'),
    isReady: async () => (await fetch(`http://${health}/readyz`).catch(() => undefined))?.ok ?? false,
  })
  return { program, eventsUrl: `http://${events}/` }
}
