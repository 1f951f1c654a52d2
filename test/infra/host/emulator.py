"""Creates and updates stacks in moto's CloudFormation.

Reads from standard input: [{"step", "stack", "template"}, ...]. The first template of a stack creates it, and each
further one updates it. moto knows some types of resources only. The others are left out, and what refers to them gets a
fixed text. Writes to standard output: [{"step", "stack", "status", "made", "left_out", "error"}, ...].
"""

import json
import os
import sys

os.environ.update(AWS_DEFAULT_REGION="eu-central-1", AWS_ACCESS_KEY_ID="x", AWS_SECRET_ACCESS_KEY="x")

import boto3  # noqa: E402
from moto import mock_aws  # noqa: E402
from moto.cloudformation.parsing import resource_class_from_type  # noqa: E402

# Long enough for a name, and an ARN of the account.
MISSING = "arn:aws:s3:::not-in-moto"

LOOKED_UP = ["AWS::Lambda::Permission", "AWS::Lambda::EventSourceMapping"]


def supported(template):
    return {
        name: resource
        for name, resource in template["Resources"].items()
        # moto would run the function of a custom resource in a container.
        if not resource["Type"].startswith("Custom::") and resource_class_from_type(resource["Type"]) is not None
    }


def only(value, names):
    """`value` with a fixed text for everything that refers to a resource that is not in `names`."""
    if isinstance(value, list):
        return [only(one, names) for one in value]
    if not isinstance(value, dict):
        return value
    if "Fn::GetStackOutput" in value or "Fn::GetAtt" in value and value["Fn::GetAtt"][0] not in names:
        return MISSING
    if "Ref" in value and not value["Ref"].startswith("AWS::") and value["Ref"] not in names:
        return MISSING
    return {key: only(inner, names) for key, inner in value.items()}


def adapted(name, resource):
    """Without what moto reads wrongly (the tags of keys, and FIFO queues that CloudFormation names itself), and without
    code, which is uploaded before a deployment."""
    properties = {key: value for key, value in resource.get("Properties", {}).items() if key != "Tags"}
    if properties.get("FifoQueue"):
        properties["QueueName"] = f"{name}.fifo"
    if "Code" in properties:
        properties["Code"] = {"ZipFile": "exports.handler = async () => {};"}
    if "Content" in properties:
        properties["Content"] = {"ZipFile": ""}
    return {**resource, "Properties": properties}


def reduced(template):
    kept = supported(template)
    # moto looks these up at once, and has no stream of a table.
    for name, resource in list(kept.items()):
        text = json.dumps(only(resource, kept))
        if resource["Type"] in LOOKED_UP and (MISSING in text or ":dynamodb:" in text):
            del kept[name]
    resources = {}
    for name, resource in kept.items():
        resource = adapted(name, resource)
        depends = [one for one in resource.pop("DependsOn", []) if one in kept]
        resources[name] = {**only(resource, kept), **({"DependsOn": depends} if depends else {})}
    return {"Resources": resources}, len(template["Resources"]) - len(kept)


def run(steps):
    formation = boto3.client("cloudformation")
    storage = boto3.client("s3")
    storage.create_bucket(Bucket="templates", CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
    made = set()
    for number, step in enumerate(steps):
        template, left_out = reduced(step["template"])
        storage.put_object(Bucket="templates", Key=f"{number}.json", Body=json.dumps(template))
        call = formation.update_stack if step["stack"] in made else formation.create_stack
        report = {"step": step["step"], "stack": step["stack"], "left_out": left_out}
        try:
            call(
                StackName=step["stack"],
                TemplateURL=f"https://templates.s3.eu-central-1.amazonaws.com/{number}.json",
                Capabilities=["CAPABILITY_IAM"],
            )
            made.add(step["stack"])
            described = formation.describe_stacks(StackName=step["stack"])["Stacks"][0]
            present = formation.describe_stack_resources(StackName=step["stack"])["StackResources"]
            report.update(status=described["StackStatus"], made=len(present), error=None)
        except Exception as error:  # What moto refuses, or cannot do.
            report.update(status="FAILED", made=0, error=f"{type(error).__name__}: {error}"[:300])
        yield report


with mock_aws():
    json.dump(list(run(json.load(sys.stdin))), sys.stdout)
