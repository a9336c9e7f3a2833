"""Which processor recognition runs on.

CTranslate2's wheels for Linux and Windows carry CUDA kernels, and load cuBLAS and cuDNN when they
first compute. So a graphics processor that is counted may still not work, and a model that loads
there is tried before it is kept; https://opennmt.net/CTranslate2/hardware_support.html.
"""

import logging
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, Literal, TypeVar

_log = logging.getLogger(__name__)
_Model = TypeVar("_Model")

DeviceSetting = Literal["auto", "cpu", "cuda"]
"""What `voice.device` may be."""


class ComputeDevice(StrEnum):
    """What a model runs on, as CTranslate2 names it."""

    CPU = "cpu"
    CUDA = "cuda"


COMPUTE_TYPES: Final[Mapping[ComputeDevice, str]] = {
    ComputeDevice.CPU: "int8",
    ComputeDevice.CUDA: "auto",  # the fastest that this graphics processor supports
}
"""The type to compute with; https://opennmt.net/CTranslate2/quantization.html."""


def devices_to_try(setting: DeviceSetting, *, cuda_devices: int) -> tuple[ComputeDevice, ...]:
    """Return the devices in the order in which they are tried; the CPU is always the last.

    Args:
        cuda_devices: How many graphics processors CTranslate2 counts.
    """
    if setting == "cpu" or cuda_devices == 0:
        return (ComputeDevice.CPU,)
    return (ComputeDevice.CUDA, ComputeDevice.CPU)


def load_on_best_device(
    setting: DeviceSetting,
    *,
    cuda_devices: int,
    load: Callable[[ComputeDevice], _Model],
    compute_once: Callable[[_Model], object],
) -> tuple[_Model, ComputeDevice]:
    """Load a model where the setting wants it, or else on the CPU; return it with its device.

    Args:
        load: Loads the model on a device.
        compute_once: Has a model compute something short, which loads the libraries of its device.

    Raises:
        Exception: What `load` raises on the CPU.
    """
    for device in devices_to_try(setting, cuda_devices=cuda_devices):
        if device is ComputeDevice.CPU:
            break
        try:
            model = load(device)
            compute_once(model)
        except Exception as error:  # noqa: BLE001  # CTranslate2 raises RuntimeError and ValueError, and more
            _log.warning("Recognition runs on the CPU, because CUDA does not work: %s", error)
        else:
            return model, device
    return load(ComputeDevice.CPU), ComputeDevice.CPU
