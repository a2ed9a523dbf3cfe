import type { Preset } from './preset.ts'
import { daemonSet, definition, deployment } from './preset-objects.ts'

/** The CNI of EKS, as its EKS add-on, its chart and its manifest install it. */
export const vpcCniPreset: Preset = {
  proves: 'The Amazon VPC CNI runs on every node, and there is at least one node.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'kube-system', about: 'Namespace of the CNI.' },
  },
  objects: [definition('eniconfigs.crd.k8s.amazonaws.com'), daemonSet('aws-node')],
}

/** The CSI driver for EBS volumes, as its EKS add-on and its chart install it. */
export const ebsCsiPreset: Preset = {
  proves: 'The EBS CSI driver is registered, its controller runs, and its node part runs on every node.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'kube-system', about: 'Namespace of the driver.' },
  },
  objects: [
    { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', name: 'ebs.csi.aws.com' },
    deployment('ebs-csi-controller'),
    daemonSet('ebs-csi-node'),
  ],
}

/** The AWS Load Balancer Controller, as its chart installs it. */
export const awsLoadBalancerControllerPreset: Preset = {
  proves: 'The AWS Load Balancer Controller runs, and its kinds are served.',
  asksReadyz: false,
  settings: {
    namespace: { type: 'namespace', default: 'kube-system', about: 'Namespace of the controller.' },
    deployment: {
      type: 'name',
      default: 'aws-load-balancer-controller',
      about: 'The name of its Deployment.',
    },
  },
  objects: [
    definition('ingressclassparams.elbv2.k8s.aws'),
    definition('targetgroupbindings.elbv2.k8s.aws'),
    deployment('${deployment}'),
  ],
}
