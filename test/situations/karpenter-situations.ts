import { nodeClaim, nodeClass, pool } from './karpenter-samples.ts'
import {
  container,
  deployment,
  node,
  pendingPod,
  pod,
  refTo,
  type Sample,
  sample,
  says,
  warning,
} from './sample-objects.ts'
import { type Situation, situation, type Trouble } from './situation.ts'

function proving(object: Sample, more: readonly Sample[] = [], trouble: Trouble = {}): Trouble {
  return { step: 'karpenter', proof: [refTo(object)], world: { workload: [object, ...more] }, ...trouble }
}

const app = deployment('shop/web')
const waiting = pendingPod('shop/web-x', 'web', {
  message:
    '0/2 nodes are available: 2 Insufficient cpu. preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.',
})
const notReady = pool([
  says('NodeClassReady=False NodeClassNotReady', 'SubnetsReady=False'),
  says('Ready=False UnhealthyDependents', 'NodeClassReady=False'),
])
const ready = pool([says('NodeClassReady=True'), says('ValidationSucceeded=True'), says('Ready=True')])
const launched = says('Launched=True Launched')

function crash(message: string): Sample {
  return pod('karpenter/karpenter-x', 'karpenter', {
    status: {
      containerStatuses: [
        container('controller', {
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          last: { terminated: { exitCode: 1, reason: 'Error', message } },
        }),
      ],
    },
  })
}

function karpenterSays(words: string): Sample {
  return warning(waiting, 'FailedScheduling', `Failed to schedule pod, ${words}`)
}

const controller = deployment('karpenter/karpenter')

/** Karpenter, from its controller to the machines of the cloud. */
export const karpenterSituations: readonly Situation[] = [
  situation(
    'The queue of Karpenter does not exist',
    'QueueMissing',
    proving(controller, [
      crash(
        'panic: getting queue url: operation error SQS: GetQueueUrl, AWS.SimpleQueueService.NonExistentQueue: The specified queue does not exist',
      ),
    ]),
  ),
  situation(
    'The role of Karpenter does not trust its service account',
    'CloudAccessDenied',
    proving(controller, [
      crash(
        'panic: operation error STS: AssumeRoleWithWebIdentity, AccessDenied: Not authorized to perform sts:AssumeRoleWithWebIdentity',
      ),
    ]),
  ),
  situation(
    'The NodePool breaks a rule',
    'NodePoolNotReady',
    proving(
      pool([
        says('NodeClassReady=True'),
        says('ValidationSucceeded=False NodePoolValidationFailed', 'key karpenter.sh/nodepool is restricted'),
        says('Ready=False'),
      ]),
    ),
  ),
  situation(
    'The class of a NodePool does not exist',
    'NodeClassMissing',
    proving(
      pool([
        says('NodeClassReady=False NodeClassNotFound', 'NodeClass not found on cluster'),
        says('Ready=False'),
      ]),
    ),
  ),
  situation(
    'A NodePool names another class than the one there is',
    'NodeClassMissing',
    proving(
      pool(
        [
          says('NodeClassReady=False NodeClassNotFound', 'NodeClass not found on cluster'),
          says('Ready=False'),
        ],
        {
          spec: {
            template: {
              spec: { nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'defualt' } },
            },
          },
        },
      ),
      [nodeClass([says('Ready=True')])],
    ),
  ),
  situation(
    'The class finds no subnets',
    'SubnetsNotFound',
    proving(notReady, [
      nodeClass([
        says('SubnetsReady=False SubnetsNotFound', 'SubnetSelector did not match any Subnets'),
        says('Ready=False'),
      ]),
    ]),
  ),
  situation(
    'The class finds no security groups',
    'SecurityGroupsNotFound',
    proving(notReady, [
      nodeClass([
        says('SubnetsReady=True'),
        says(
          'SecurityGroupsReady=False SecurityGroupsNotFound',
          'SecurityGroupSelector did not match any SecurityGroups',
        ),
        says('Ready=False'),
      ]),
    ]),
  ),
  situation(
    'The class finds no image of a machine',
    'NodeClassNotReady',
    proving(notReady, [
      nodeClass([
        says('AMIsReady=False AMINotFound', 'AMISelector did not match any AMIs'),
        says('Ready=False'),
      ]),
    ]),
  ),
  situation(
    'Karpenter lacks the permission to start instances',
    'CloudAccessDenied',
    proving(notReady, [
      nodeClass([
        says(
          'ValidationSucceeded=False RunInstancesAuthCheckFailed',
          "Controller isn't authorized to call ec2:RunInstances",
        ),
        says('Ready=False'),
      ]),
    ]),
  ),
  situation(
    'Karpenter has reached its limit',
    'NodePoolLimitReached',
    proving(
      app,
      [
        waiting,
        pool([says('NodeClassReady=True'), says('Ready=True')], {
          spec: { limits: { cpu: '100', memory: '400Gi' } },
          status: { resources: { cpu: '100', memory: '200Gi' } },
        }),
        node('node-a'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'A pod waits for a NodePool whose class finds no subnets',
    'SubnetsNotFound',
    proving(
      app,
      [
        waiting,
        notReady,
        nodeClass([
          says('SubnetsReady=False SubnetsNotFound', 'SubnetSelector did not match any Subnets'),
          says('Ready=False'),
        ]),
        node('node-a'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'The cloud has no machines left',
    'CloudCapacityMissing',
    proving(
      app,
      [
        waiting,
        ready,
        nodeClaim([
          says(
            'Launched=Unknown LaunchFailed',
            'creating instance, insufficient capacity, InsufficientInstanceCapacity: We currently do not have sufficient m5.large capacity',
          ),
          says('Ready=Unknown'),
        ]),
        node('node-a'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'The cloud refuses to start a machine',
    'CloudAccessDenied',
    proving(
      app,
      [
        waiting,
        ready,
        nodeClaim([
          says(
            'Launched=Unknown LaunchFailed',
            'UnauthorizedOperation: You are not authorized to perform: ec2:CreateFleet on resource',
          ),
          says('Ready=Unknown'),
        ]),
        node('node-a'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'A machine does not join the cluster',
    'NodeNotRegistered',
    proving(
      app,
      [
        waiting,
        ready,
        nodeClaim([
          launched,
          says('Registered=Unknown NodeNotFound', 'Node not registered with cluster'),
          says('Ready=Unknown'),
        ]),
        node('node-a'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'No NodePool has a taint that the pod tolerates',
    'TaintsNotTolerated',
    proving(
      app,
      [
        waiting,
        ready,
        node('node-a'),
        karpenterSays('did not tolerate taint (taint=dedicated=database:NoSchedule)'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'No node and no NodePool has the label that a pod asks for, and the NodePool of others has a taint',
    'Unschedulable',
    proving(
      app,
      [
        pendingPod('shop/web-x', 'web', {
          message:
            "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.",
          spec: { nodeSelector: { 'example.com/disk': 'ssd' } },
        }),
        ready,
        node('node-a'),
        karpenterSays('did not tolerate taint (taint=dedicated=database:NoSchedule)'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'No instance type is large enough',
    'ResourcesInsufficient',
    proving(
      app,
      [
        waiting,
        ready,
        node('node-a'),
        karpenterSays(
          'no instance type has enough resources, requirements=karpenter.sh/capacity-type In [on-demand spot], karpenter.sh/nodepool In [default], resources={"cpu":"1k","pods":"1"}',
        ),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'The limits of a NodePool leave no room for any instance type',
    'NodePoolLimitReached',
    proving(
      app,
      [
        waiting,
        ready,
        node('node-a'),
        karpenterSays('all available instance types exceed limits for nodepool (NodePool=default)'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'No NodePool allows the node that the pod requires',
    'Unschedulable',
    proving(
      app,
      [
        waiting,
        ready,
        node('node-a'),
        karpenterSays(
          'incompatible requirements, key topology.kubernetes.io/zone, topology.kubernetes.io/zone In [eu-west-9z] not in topology.kubernetes.io/zone In [eu-west-1a eu-west-1b]',
        ),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'A machine cannot be launched',
    'NodeLaunchFailed',
    proving(
      app,
      [
        waiting,
        ready,
        nodeClaim([
          says('Launched=Unknown LaunchFailed', 'creating instance, launch template is not valid'),
          says('Ready=Unknown'),
        ]),
        node('node-a'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'A NodeClaim was given up',
    'CloudCapacityMissing',
    proving(
      app,
      [
        waiting,
        ready,
        node('node-a'),
        warning(
          sample('karpenter.sh/v1 NodeClaim', 'default-x7f2k'),
          'InsufficientCapacityError',
          'NodeClaim default-x7f2k event: all requested instance types were unavailable during launch',
        ),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'A node keeps its startup taint',
    'NodeNotReady',
    proving(
      app,
      [
        waiting,
        ready,
        nodeClaim([
          launched,
          says('Registered=True'),
          says(
            'Initialized=Unknown StartupTaintsExist',
            'StartupTaint "node.cilium.io/agent-not-ready:NoExecute" still exists',
          ),
          says('Ready=Unknown'),
        ]),
        node('node-a'),
      ],
      { step: 'nodes' },
    ),
  ),
  situation(
    'A pod waits for Karpenter, which has no queue',
    'QueueMissing',
    proving(
      app,
      [
        waiting,
        ready,
        deployment('karpenter/karpenter', {
          metadata: { labels: { 'app.kubernetes.io/name': 'karpenter' } },
        }),
        crash('AWS.SimpleQueueService.NonExistentQueue: The specified queue does not exist'),
        node('node-a'),
      ],
      { step: 'nodes' },
    ),
  ),
]
